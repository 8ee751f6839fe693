import { Popover } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';

export interface RailPopoverProps {
  label: string;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  buttonRef: RefObject<HTMLButtonElement | null>;
  className: string;
  /** Whether the focus moves elsewhere when the popover closes, instead of back to the button. */
  isLeaving?(): boolean;
  children: ReactNode;
}

/** A popover beside its rail button, or above it where the rail is a bottom bar. */
export function RailPopover(props: RailPopoverProps) {
  const { label, isOpen, setOpen, buttonRef, className, isLeaving, children } = props;
  const isElsewhere = useRef(false);
  const railIsBeside = window.matchMedia('(min-width: 48rem)').matches;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={buttonRef} />
      <Popover.Portal>
        <Popover.Content
          side={railIsBeside ? 'right' : 'top'}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          onInteractOutside={(event) => {
            // The button's own click closes the popover.
            if (buttonRef.current?.contains(event.target as Node) === true) event.preventDefault();
            else isElsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isElsewhere.current && isLeaving?.() !== true) buttonRef.current?.focus();
            isElsewhere.current = false;
          }}
          className={`z-40 max-w-[calc(100vw-1.5rem)] border border-line bg-surface shadow-lg outline-none ${className}`}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
