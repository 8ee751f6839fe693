import { type RefObject, useEffect, useState } from 'react';

/** Two columns of about 60 characters, and the space around and between them. */
const besidePx = 1060;

/** Whether a translation fits beside its source. */
export function useRoomBeside(paneRef: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setRoom] = useState(false);
  useEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return undefined;
    const observer = new ResizeObserver(() => setRoom(pane.clientWidth >= besidePx));
    observer.observe(pane);
    return () => observer.disconnect();
  }, [paneRef]);
  return hasRoom;
}
