import { useEffect } from 'react';

interface DialogSoonProps {
  isOpen?: boolean;
  onClose(): void;
}

/** In the place of a dialog whose code is loading: what is typed for it must not be taken as keys of the screen. */
export function DialogSoon({ isOpen = true, onClose }: DialogSoonProps) {
  useEffect(() => {
    if (!isOpen) return undefined;
    const swallow = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', swallow, { capture: true });
    return () => window.removeEventListener('keydown', swallow, { capture: true });
  }, [isOpen, onClose]);
  return null;
}
