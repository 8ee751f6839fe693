import { useEffect, useRef, useState } from 'react';

/** Long enough that a pointer passing over opens nothing, */
const openMs = 250;
/** and that one moving into what was opened does not close it. */
const closeMs = 200;

/** Which of several things is open: by hovering, after a delay, or at once. */
export function useHoverOpen() {
  const [open, setOpen] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    open,
    show(key: string | null) {
      hold();
      setOpen(key);
    },
    /** Unless another is open by now. */
    close(key: string) {
      setOpen((current) => (current === key ? null : current));
    },
    soon(key: string | null) {
      hold();
      timer.current = setTimeout(() => setOpen(key), key === null ? closeMs : openMs);
    },
    hold,
  };
}
