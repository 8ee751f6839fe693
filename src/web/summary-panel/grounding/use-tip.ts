import { useEffect, useRef, useState } from 'react';

/** A popover that is open: of which sentence, and at which piece of it. */
export interface OpenTip {
  sentence: number;
  element: HTMLElement;
}

export interface Tip {
  open: OpenTip | null;
  show(tip: OpenTip): void;
  hide(): void;
  /** After a while, unless something else happens until then. */
  soon(tip: OpenTip | null): void;
  /** Lets nothing happen that was to come. */
  hold(): void;
}

/** Long enough that a pointer on its way elsewhere opens nothing, */
const openMs = 280;
/** and that one on its way into the popover, over other sentences, neither changes nor closes it. */
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
