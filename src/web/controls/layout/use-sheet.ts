import { useState } from 'react';

/** A sheet over the screen is opened each time by hand, and gone where there is room beside. */
export function useSheet(isWide: boolean) {
  const [isOpen, setOpen] = useState(false);
  if (isWide && isOpen) setOpen(false);
  return { isOpen, setOpen };
}
