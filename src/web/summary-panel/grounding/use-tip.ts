import { useEffect, useRef, useState } from 'react';

/** An open popover: for which sentence, and at which piece of it. */
export interface OpenTip {
  sentence: number;
  element: HTMLElement;
}

export interface Tip {
  open: OpenTip | null;
  show(tip: OpenTip): void;
  hide(): void;
  /** After a delay, unless something else happens first. */
  soon(tip: OpenTip | null): void;
  /** Cancels what is scheduled. */
  hold(): void;
}

/** Long enough that a pointer passing over opens nothing, */
const openMs = 280;
/** and that one moving into the popover, over other sentences, neither changes nor closes it. */
const changeMs = 200;

export function useTip(): Tip {
  const [open, setOpen] = useState<OpenTip | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(tip: OpenTip | null): void {
    hold();
    setOpen(tip);
  }

  return {
    open,
    show,
    hide: () => show(null),
    soon(tip) {
      hold();
      timer.current = setTimeout(() => setOpen(tip), open === null ? openMs : changeMs);
    },
    hold,
  };
}
