import { useState } from 'react';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import { useRoom } from './use-room.ts';

export interface Drawer {
  isOpen: boolean;
  /** Whether it fits beside the screen; otherwise it covers the screen. */
  isBeside: boolean;
  show(isOpen: boolean): void;
  /** Closes it where it covers the screen. */
  uncover(): void;
}

/** Whether a side drawer is open. Beside the screen that is stored; over the screen it is opened explicitly each time. */
export function useDrawer(keptAs: string): Drawer {
  const isBeside = useRoom() > 2;
  const [isKeptOpen, keepOpen] = useKeptOpen(keptAs);
  const [isOver, setOver] = useState(false);
  if (isBeside && isOver) setOver(false);
  return {
    isBeside,
    isOpen: isBeside ? isKeptOpen : isOver,
    show: isBeside ? keepOpen : setOver,
    uncover: () => setOver(false),
  };
}
