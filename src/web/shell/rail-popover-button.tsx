import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '#web/controls/lazy/lazy-part.ts';
import { railItemClass } from './rail-item.ts';
import type { RailPopoverProps } from './rail-popover.tsx';

export const RailPopover = lazyPart(async () => (await import('./rail-popover.tsx')).RailPopover);

interface RailPopoverButtonProps
  extends Pick<RailPopoverProps, 'label' | 'isOpen' | 'setOpen' | 'className' | 'isLeaving' | 'children'> {
  /** What the button shows. */
  button: ReactNode;
}

/** A button of the rail that opens something. What it opens exists from the moment it is pointed at or focused. */
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
