import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { buttonClass } from './button.tsx';

/** The button is visible when its row is hovered or focused, and always on touch screens. */
export const rowButtonClass =
  'flex size-6 shrink-0 items-center justify-center rounded text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-line hover:text-ink data-[state=open]:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100';

/** What a menu needs to know about the button that opens it. */
export interface RowButton {
  id: string;
  label: string;
  /** The side of the button at which the menu begins. */
  align: 'start' | 'end';
  isOpen: boolean;
  /** Whether the menu was opened by a key. Its first item then has the focus. */
  isByKey: boolean;
  setOpen(isOpen: boolean): void;
  focus(): void;
}

interface RowMenuProps {
  label: string;
  /** Whether the button is as large as other buttons and always visible. */
  isInToolbar?: boolean;
  className?: string;
  children(button: RowButton): ReactNode;
}

/**
 * Shows the “…” button in the row of a list or in a toolbar. Its menu exists only once it is pointed at or focused.
 * Each menu listens to every key on the page, and there may be hundreds of menus.
 */
export function RowMenu({ label, isInToolbar = false, className = '', children }: RowMenuProps) {
  const [isReady, setReady] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isByKey, setByKey] = useState(false);
  const id = useId();

  function open(event: PointerEvent | KeyboardEvent): void {
    // The focus goes to the menu and not to the button.
    event.preventDefault();
    setReady(true);
    setByKey('key' in event);
    setOpen(true);
  }

  return (
    <span className={`flex ${className}`}>
      <span className="relative flex">
        <button
          id={id}
          type="button"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-label={label}
          title={label}
          data-state={isOpen ? 'open' : 'closed'}
          onPointerEnter={() => setReady(true)}
          onFocus={() => setReady(true)}
          onPointerDown={(event) => {
            if (event.button === 0 && !event.ctrlKey) open(event);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown') open(event);
          }}
          className={isInToolbar ? `${buttonClass('quiet')} px-2` : rowButtonClass}
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
        {isReady
          ? children({
              id,
              label,
              align: isInToolbar ? 'end' : 'start',
              isOpen,
              isByKey,
              setOpen,
              focus: () => document.getElementById(id)?.focus(),
            })
          : null}
      </span>
    </span>
  );
}
