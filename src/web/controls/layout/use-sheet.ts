import { useState } from 'react';

/** A sheet is opened explicitly each time, and closes when there is room beside the screen. */
export function useSheet(isWide: boolean) {
  const [isOpen, setOpen] = useState(false);
  if (isWide && isOpen) setOpen(false);
  return { isOpen, setOpen };
}
