import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '#web/controls/lazy.ts';
import type { RailPopoverProps } from './rail-popover.tsx';

export const RailPopover = lazyPart(async () => (await import('./rail-popover.tsx')).RailPopover);

interface RailPopoverButtonProps
  extends Pick<RailPopoverProps, 'label' | 'isOpen' | 'setOpen' | 'className' | 'isLeaving' | 'children'> {
  button: ReactNode;
}

/** A rail button that opens a popover. The popover is not rendered until the button is hovered or focused. */
export function RailPopoverButton({ button, ...popover }: RailPopoverButtonProps) {
  const { isOpen, setOpen } = popover;
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isReady, setReady] = useState(false);
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => setReady(true)}
        onFocus={() => setReady(true)}
        onClick={() => {
          setReady(true);
          setOpen(!isOpen);
        }}
        className={railItemClass}
      >
        {button}
      </button>
      {isReady ? <RailPopover {...popover} buttonRef={buttonRef} /> : null}
    </>
  );
}

export const railItemClass =
  'flex w-full min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 max-sm:min-h-12 max-sm:justify-center max-sm:gap-0.5 max-sm:py-1 text-center text-2xs text-muted transition-colors hover:bg-sunken hover:text-ink md:flex-none md:py-2';
