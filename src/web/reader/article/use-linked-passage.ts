import { useEffect } from 'react';
import type { Passage, SummarySource } from '#web/summary-panel/grounding/summary-source.ts';

interface Linked {
  /** The open article, once it is there. */
  source: SummarySource | null;
  passage: Passage | null;
  /** The URL no longer has to name it. */
  onShown(): void;
}

/** Shows the passage that the URL names, once the article is there. */
export function useLinkedPassage({ source, passage, onShown }: Linked): void {
  const key = passage === null ? null : `${passage.start}-${passage.end}`;
  useEffect(() => {
    if (passage === null || source === null) return undefined;
    // After the focus has moved to the article, which scrolls as well.
    const frame = requestAnimationFrame(() => {
      source.show(passage);
      onShown();
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The key stands for the passage.
  }, [key, source]);
}
