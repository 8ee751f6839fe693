import { useState } from 'react';
import type { ThreadId } from '#schema/space.ts';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';

/** What is being written in a thread, kept as long as the tab. */
export function useDraft(threadId: ThreadId) {
  const key = `precis.draft-${threadId}`;
  const [text, setText] = useState(() => readKept('session', key) ?? '');

  function write(next: string): void {
    setText(next);
    writeKept('session', key, next === '' ? null : next);
  }

  return [text, write] as const;
}
