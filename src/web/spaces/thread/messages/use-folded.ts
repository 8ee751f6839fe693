import { useState } from 'react';

export interface FoldedMessages {
  /** The last message behind the card; 0: there is no card. */
  throughSeq: number;
  isOpen: boolean;
  /** The last message that is not shown; 0: all are. */
  hidesThrough: number;
  toggle(): void;
  /** Shows a message behind the card. False if it is shown already. */
  open(seq: number): boolean;
}

/**
 * The card for the messages that were in the summary when the thread was opened. Those folded since then stay where they
 * are: nothing disappears while it is read.
 */
export function useFolded(summaryThroughSeq: number, beforeChange: () => void): FoldedMessages {
  const [throughSeq] = useState(summaryThroughSeq);
  const [isOpen, setOpen] = useState(false);
  const hidesThrough = isOpen ? 0 : throughSeq;

  function change(next: boolean): void {
    beforeChange();
    setOpen(next);
  }

  return {
    throughSeq,
    isOpen,
    hidesThrough,
    toggle: () => change(!isOpen),
    open(seq) {
      if (seq > hidesThrough) return false;
      change(true);
      return true;
    },
  };
}
