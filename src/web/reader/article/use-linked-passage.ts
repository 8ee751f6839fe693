import { useEffect, useRef } from 'react';
import type { EntryId } from '#schema/entry.ts';
import type { Passage, SummarySource } from '#web/summary-panel/grounding/summary-source.ts';

/** Shows the passage that the URL names, once the article is there. */
export function useLinkedPassage(
  entryId: EntryId | null,
  source: SummarySource | null,
  passage: Passage | null,
): void {
  const shown = useRef<string | null>(null);
  const key = passage === null ? null : `${entryId} ${passage.start}-${passage.end}`;
  useEffect(() => {
    if (key === null) shown.current = null;
    if (key === null || passage === null || source === null || shown.current === key) return undefined;
    // After the focus has moved to the article, which scrolls as well.
    const frame = requestAnimationFrame(() => {
      shown.current = key;
      source.show(passage);
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The key stands for the passage.
  }, [key, source]);
}
