import { Check, Copy, Pencil, RotateCcw } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Message } from '#schema/spaces/space.ts';
import { modelName } from '#web/controls/model-name.ts';
import { useCopy } from '#web/controls/use-copy.ts';
import { Markdown } from '#web/markdown/markdown.tsx';
import { CitedAnswer, type CurrentArticle } from '#web/spaces/thread/article/citation.tsx';
import { EditMessage } from '#web/spaces/thread/compose/edit-message.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { ReadPart } from './read-part.tsx';

interface MessageViewProps {
  message: Message;
  agentName: string;
  /** What the thread is about. */
  article: CurrentArticle | null;
  /** Already in the summary, or about to be replaced: readable but dimmed. */
  isDimmed: boolean;
  /** Null if it cannot be edited. */
  onEdit: ((message: Message, text: string) => Promise<unknown>) | null;
  /** Regenerates the answer; null if this is not the newest answer. */
  onAgain: (() => void) | null;
}

export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, agentName, article, isDimmed, onEdit, onAgain } = props;
  const strings = useStrings();
  const formats = useFormats();
  const [isEditing, setEditing] = useState(false);
  const editRef = useReturningFocus(isEditing);
  const { message: words } = strings.spaces;
  if (isEditing && onEdit !== null) {
    return (
      <article data-seq={message.seq} aria-label={words.editLabel}>
        <EditMessage
          text={message.text}
          onSave={(text) => onEdit(message, text)}
          onClose={() => setEditing(false)}
        />
      </article>
    );
  }
  const isUser = message.role === 'user';
  const name = isUser ? words.you : (message.read?.agentName ?? agentName);
  const offline = message.read?.article ? words.offlineArticle : words.offline;
  const by = message.provider === 'builtin' ? offline : modelName(message, strings);
  return (
    <MessageFrame
      seq={message.seq}
      by={message.role}
      name={name}
      label={`${name}${strings.separator}${formats.time(message.createdAt)}`}
      isDimmed={isDimmed}
      footer={
        <>
          <CopyMessage text={message.text} />
          {onEdit === null ? null : (
            <MessageButton ref={editRef} label={words.edit} onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-3.5" />
            </MessageButton>
          )}
          {onAgain === null ? null : (
            <MessageButton label={words.again} onClick={onAgain}>
              <RotateCcw aria-hidden className="size-3.5" />
            </MessageButton>
          )}
          <span className="numeric truncate px-1">
            <time
              dateTime={new Date(message.createdAt).toISOString()}
              title={formats.fullTime(message.createdAt)}
            >
              {formats.time(message.createdAt)}
            </time>
            {isUser || by === null ? null : strings.separator + by}
          </span>
          {message.stoppedBy === undefined ? null : (
            <span data-testid="stopped" className="shrink-0 rounded-full bg-sunken px-2 py-0.5">
              {words.stopped}
            </span>
          )}
          <ReadPart message={message} />
        </>
      }
    >
      {isUser ? (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {message.text}
        </p>
      ) : (
        <CitedAnswer message={message} article={article}>
          <Markdown text={message.text} />
        </CitedAnswer>
      )}
    </MessageFrame>
  );
});

interface MessageFrameProps {
  seq: number | null;
  by: Message['role'];
  name: string;
  label: string;
  isDimmed?: boolean;
  children: ReactNode;
  footer: ReactNode;
}

/** User messages appear in a box at the end of the line; the agent's messages are plain text. */
export function MessageFrame(props: MessageFrameProps) {
  const { seq, by, name, label, isDimmed = false, children, footer } = props;
  return (
    <article
      data-seq={seq ?? undefined}
      data-role={by}
      data-dimmed={isDimmed ? '' : undefined}
      aria-label={label}
      className={`group/message flex flex-col ${by === 'user' ? 'items-end' : ''}`}
    >
      {by === 'user' ? null : (
        <p aria-hidden className="mb-1 text-xs font-medium text-muted">
          {name}
        </p>
      )}
      <div
        data-body=""
        className={`min-w-0 text-[0.9375rem] leading-[1.65] ${isDimmed ? 'text-muted' : ''} ${
          by === 'user' ? 'max-w-[85%] rounded-2xl rounded-ee-md bg-sunken px-4 py-2.5' : 'w-full'
        }`}
      >
        {children}
      </div>
      <div className="-mx-1.5 mt-1 flex h-7 max-w-full items-center gap-0.5 text-xs text-muted pointer-coarse:h-11">
        {footer}
      </div>
    </article>
  );
}

export function MessageButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className="flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    />
  );
}

/** Leaving the field returns the focus to where it was opened. */
function useReturningFocus(isEditing: boolean) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) buttonRef.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return buttonRef;
}

function CopyMessage({ text }: { text: string }) {
  const { panel, spaces } = useStrings();
  const { copied, hasFailed, copy } = useCopy();
  return (
    <>
      <MessageButton label={copied ? panel.copied : spaces.message.copy} onClick={() => void copy(text)}>
        {copied ? (
          <Check aria-hidden className="size-3.5 text-accent" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
      </MessageButton>
      {hasFailed ? <span role="alert">{panel.copyFailed}</span> : null}
    </>
  );
}
