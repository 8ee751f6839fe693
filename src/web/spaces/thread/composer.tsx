import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { type MessageId, messageIdSchema, type ThreadId } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { readKept, writeKept } from '#web/kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { isSendKey } from './is-send-key.ts';

interface ComposerProps {
  threadId: ThreadId;
  isAnswering: boolean;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Whether a sent message is stored, which is possible even if its response never arrived. */
  isStored(id: MessageId): boolean;
  /** Resolves when the message is stored. */
  onSend(message: { id: MessageId; text: string }): Promise<unknown>;
  onStop(): Promise<unknown>;
  /** Content above the field that explains why a message was rejected. */
  children: ReactNode;
}

const mostRows = 10;

/** The message field. A rejected message stays in the field. */
export function Composer(props: ComposerProps) {
  const { threadId, isAnswering, fieldRef, isStored, onSend, onStop, children } = props;
  const { composer } = useStrings().spaces;
  const [draft, write] = useDraft(threadId);
  const { text } = draft;
  const [doing, setDoing] = useState<'sending' | 'stopping' | null>(null);
  const isWritten = text.trim() !== '';
  const canSend = isWritten && doing === null;

  async function send(): Promise<void> {
    if (!canSend) return;
    setDoing('sending');
    try {
      await onSend(draft);
      write('');
    } catch {
      // The error is shown above the field.
    }
    setDoing(null);
  }

  const hasArrived = text !== '' && doing === null && isStored(draft.id);
  useEffect(() => {
    if (hasArrived) write('');
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasArrived]);

  async function stop(): Promise<void> {
    setDoing('stopping');
    // The focused button is about to be replaced, which would lose the focus.
    fieldRef.current?.focus();
    await onStop().catch(() => undefined);
    setDoing(null);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    void send();
  }

  return (
    <div className="space-y-2">
      {children}
      <div className="flex items-end gap-2 rounded-xl border border-edge/60 bg-surface p-1.5 ps-3.5 has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:ring-1 has-[textarea:focus-visible]:ring-accent">
        <textarea
          ref={fieldRef}
          aria-label={composer.label}
          aria-keyshortcuts="Enter Control+Enter"
          title={composer.hint}
          placeholder={composer.placeholder}
          rows={Math.min(mostRows, text.split('\n').length)}
          value={text}
          readOnly={doing === 'sending'}
          onChange={(event) => write(event.target.value)}
          onKeyDown={press}
          className="max-h-[40vh] min-h-8 flex-1 resize-none self-center bg-transparent py-1 pointer-coarse:min-h-11 pointer-coarse:py-2.5 text-[0.9375rem] leading-6 outline-none [field-sizing:content]"
        />
        {isAnswering ? (
          <Button
            look={isWritten ? 'plain' : 'primary'}
            disabled={doing === 'stopping'}
            onClick={() => void stop()}
            className="rounded-lg"
          >
            <Square aria-hidden className="size-3.5 fill-current" />
            {doing === 'stopping' ? composer.stopping : composer.stop}
          </Button>
        ) : null}
        {isAnswering && !isWritten ? null : (
          <Button look="primary" disabled={!canSend} onClick={() => void send()} className="rounded-lg">
            <ArrowUp aria-hidden className="size-4" />
            {doing === 'sending' ? composer.sending : composer.send}
          </Button>
        )}
      </div>
    </div>
  );
}

interface Draft {
  /** Stays the same for one text, even across a reload, so that a message sent twice is stored once. */
  id: MessageId;
  text: string;
}

/** The unsent text of a thread, kept for the lifetime of the tab. */
function useDraft(threadId: ThreadId) {
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

/** A random UUID. `crypto.randomUUID` is missing on pages loaded over plain HTTP from another machine. */
export function newMessageId(): MessageId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) & 3];
  return messageIdSchema.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`,
  );
}
