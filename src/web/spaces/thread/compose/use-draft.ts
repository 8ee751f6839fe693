import { useState } from 'react';
import { type MessageId, messageIdSchema, type ThreadId } from '#schema/spaces/space.ts';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { newMessageId } from './new-message-id.ts';

interface Draft {
  /** Stays with the text, even across a reload, so that a message sent twice is stored once. */
  id: MessageId;
  text: string;
}

/** The draft in a thread, kept as long as the tab. */
export function useDraft(threadId: ThreadId) {
  const textKey = `precis.draft-${threadId}`;
  const idKey = `precis.draft-id-${threadId}`;
  const [draft, setDraft] = useState<Draft>(() => ({
    id: messageIdSchema.safeParse(readKept('session', idKey)).data ?? newMessageId(),
    text: readKept('session', textKey) ?? '',
  }));

  function write(text: string): void {
    const id = newMessageId();
    setDraft({ id, text });
    writeKept('session', textKey, text === '' ? null : text);
    writeKept('session', idKey, text === '' ? null : id);
  }

  return [draft, write] as const;
}
