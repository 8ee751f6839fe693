import { useMutation } from '@tanstack/react-query';
import { Check, Copy, Pencil, RotateCcw } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Message, ReplyRead } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { Markdown } from '#web/markdown/markdown.tsx';
import { CitedAnswer, type CurrentArticle } from '#web/spaces/thread/citation.tsx';
import { isSendKey } from '#web/spaces/thread/is-send-key.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface MessageViewProps {
  message: Message;
  agentName: string;
  /** The article that the thread is about. */
  article: CurrentArticle | null;
  /** Whether the message is already in the summary or about to be replaced. */
  isDimmed: boolean;
  /** Null if the message cannot be edited. */
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

/** Returns the focus to the button that opened the edit field. */
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

interface EditMessageProps {
  text: string;
  onSave(text: string): Promise<unknown>;
  onClose(): void;
}

/** Edits the user's newest message in place. Escape discards the edit. */
function EditMessage({ text: initial, onSave, onClose }: EditMessageProps) {
  const { message } = useStrings().spaces;
  const [text, setText] = useState(initial);
  const save = useMutation({ mutationFn: () => onSave(text), onSuccess: onClose });
  const canSave = text.trim() !== '' && !save.isPending;
  const fieldRef = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const field = fieldRef.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  return (
    <div className="space-y-2 rounded-xl bg-sunken p-2">
      <textarea
        ref={fieldRef}
        aria-label={message.editLabel}
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onClose();
          }
          if (!isSendKey(event.nativeEvent)) return;
          event.preventDefault();
          if (canSave) save.mutate();
        }}
        className="max-h-[50vh] w-full resize-none rounded-lg border border-edge/60 bg-surface px-3 py-2 text-[0.9375rem] leading-6 [field-sizing:content]"
      />
      <ErrorNotice error={save.error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 ps-1 text-xs text-muted">{message.editNote}</p>
        <Button look="quiet" onClick={onClose}>
          {message.cancel}
        </Button>
        <Button look="primary" disabled={!canSave} onClick={() => save.mutate()}>
          {message.save}
        </Button>
      </div>
    </div>
  );
}

/** Lists the parts of the prompt that an answer was made from, on request. */
function ReadPart({ message }: { message: Message }) {
  const strings = useStrings();
  const formats = useFormats();
  const { read: words } = strings.spaces;
  const { read } = message;
  // The offline model does not read the conversation.
  if (read === undefined || (message.provider === 'builtin' && read.article === null)) return null;
  const rows = [...rowsOf(read, words)];
  const total = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const model = modelName(message, strings);
  return (
    <Popover.Root>
      <Popover.Trigger className="numeric h-7 shrink-0 rounded-md px-1 hover:bg-sunken hover:text-ink pointer-coarse:h-9">
        {words.label(total)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={words.heading}
          className="z-50 max-w-[min(22rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-surface px-4 py-3 text-xs text-ink shadow-lg"
        >
          <p className="mb-1.5 font-medium">{words.heading}</p>
          <dl className="numeric grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
            {rows.map(({ name, tokens }) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="text-end">{formats.number(tokens)}</dd>
              </div>
            ))}
            <div className="contents font-medium">
              <dt>{words.total}</dt>
              <dd className="text-end">{formats.number(total)}</dd>
            </div>
          </dl>
          {model === null ? null : <p className="mt-2 text-muted">{words.by(model)}</p>}
          <p className="mt-1 text-muted">{words.note}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface Words {
  summary: string;
  messages(count: number): string;
  article: string;
  articlePart(count: number, total: number): string;
}

function* rowsOf(
  { article, summaryTokens, messages, messageTokens }: ReplyRead,
  words: Words,
): Generator<{ name: string; tokens: number }> {
  if (article !== null) {
    const { passages, passagesTotal, tokens } = article;
    const name = passages < passagesTotal ? words.articlePart(passages, passagesTotal) : words.article;
    yield { name, tokens };
  }
  if (summaryTokens > 0) yield { name: words.summary, tokens: summaryTokens };
  yield { name: words.messages(messages), tokens: messageTokens };
}
