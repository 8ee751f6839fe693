import { ChevronRight, Clock, Rows3, X } from 'lucide-react';
import { Fragment, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Message, MessageId } from '#schema/spaces/space.ts';
import type { QueuedMessage, ThreadView } from '#schema/spaces/spaces-wire.ts';
import { Boundary } from '#web/controls/layout/thread-pane.tsx';
import { currentArticle } from '#web/spaces/thread/citation.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MessageButton, MessageView } from './message-view.tsx';
import type { FoldedMessages, KnownMessages } from './use-messages.ts';

interface MessageListProps {
  view: ThreadView;
  known: KnownMessages;
  folded: FoldedMessages;
  agentName: string;
  isAnswering: boolean;
  isLoadingOlder: boolean;
  paneRef: RefObject<HTMLElement | null>;
  onOlder(): void;
  onEdit(message: Message, text: string): Promise<unknown>;
  onAgain(): void;
}

/** Lists messages oldest first. Messages already in the summary are collapsed into a card or dimmed. */
export function MessageList(props: MessageListProps) {
  const { view, known, folded, agentName, isAnswering, isLoadingOlder, paneRef } = props;
  const { onOlder, onEdit, onAgain } = props;
  const { thread: words } = useStrings().spaces;
  const { summary, summaryThroughSeq, messageCount } = view.thread;
  const { hidesThrough } = folded;
  const items = known.items.filter(({ seq }) => seq > hidesThrough);
  const foldedCount = known.hasOlder
    ? messageCount - known.items.filter(({ seq }) => seq > folded.throughSeq).length
    : known.items.filter(({ seq }) => seq <= folded.throughSeq).length;
  const hasOlder = known.hasOlder && (known.items[0]?.seq ?? 0) > hidesThrough;
  const firstLive = items.findIndex(({ seq }) => seq > summaryThroughSeq);
  const question = items.findLastIndex(({ role }) => role === 'user');
  const isFolded = (index: number) => firstLive === -1 || index < firstLive;
  const now = currentArticle(view);
  const [articleId, contentHash] = [now?.id, now?.contentHash ?? null];
  const article = useMemo(
    () => (articleId === undefined ? null : { id: articleId, contentHash }),
    [articleId, contentHash],
  );
  return (
    <>
      {folded.throughSeq > 0 && summary !== null ? (
        <FoldedCard
          count={Math.max(0, foldedCount)}
          summary={summary}
          isOpen={folded.isOpen}
          onToggle={folded.toggle}
        />
      ) : null}
      {hasOlder ? <OlderMark key={items[0]?.seq} paneRef={paneRef} onReached={onOlder} /> : null}
      {isLoadingOlder ? <p className="text-center text-xs text-muted">{words.older}</p> : null}
      {summaryThroughSeq > 0 && items.length > 0 && isFolded(0) ? <Boundary words={words.folded} /> : null}
      {items.map((message, index) => {
        const isNewest = index > question;
        return (
          <Fragment key={message.id}>
            {summaryThroughSeq > 0 && index === firstLive ? (
              <Boundary words={words.live(view.window.liveTurns)} />
            ) : null}
            <MessageView
              message={message}
              agentName={agentName}
              article={article}
              isDimmed={(summaryThroughSeq > 0 && isFolded(index)) || (isNewest && isAnswering)}
              onEdit={index === question && !isFolded(index) && !isAnswering ? onEdit : null}
              onAgain={isNewest && index === items.length - 1 && !isAnswering ? onAgain : null}
            />
          </Fragment>
        );
      })}
    </>
  );
}

interface OlderMarkProps {
  paneRef: RefObject<HTMLElement | null>;
  onReached(): void;
}

/** Older messages are loaded this far before the first one becomes visible. */
const aheadPx = 800;

function OlderMark({ paneRef, onReached }: OlderMarkProps) {
  const markRef = useRef<HTMLDivElement>(null);
  const reachedRef = useRef(onReached);
  useEffect(() => {
    reachedRef.current = onReached;
  });
  useEffect(() => {
    const mark = markRef.current;
    if (mark === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reachedRef.current();
      },
      { root: paneRef.current, rootMargin: `${aheadPx}px 0px 0px 0px` },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [paneRef]);
  return <div ref={markRef} aria-hidden className="h-px" />;
}

interface FoldedCardProps {
  count: number;
  summary: string;
  isOpen: boolean;
  onToggle(): void;
}

/** Stands for the messages that are in the summary. A click shows them. */
function FoldedCard({ count, summary, isOpen, onToggle }: FoldedCardProps) {
  const { folded: words } = useStrings().spaces;
  return (
    <button
      type="button"
      data-testid="folded-card"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full items-start gap-3 rounded-xl border border-line bg-sunken/50 px-4 py-3 text-start hover:bg-sunken"
    >
      <Rows3 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="numeric font-medium">{words.heading(count)}</span>
          <span className="text-xs text-accent">{isOpen ? words.hide : words.show}</span>
        </span>
        {isOpen ? null : <span className="mt-0.5 line-clamp-2 text-muted wrap-anywhere">{summary}</span>}
      </span>
      <ChevronRight
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
      />
    </button>
  );
}

interface QueuedMessagesProps {
  queued: readonly QueuedMessage[];
  onRemove(id: MessageId): void;
}

/** Messages that wait for the current answer to finish, in order. */
export function QueuedMessages({ queued, onRemove }: QueuedMessagesProps) {
  const { queue } = useStrings().spaces;
  if (queued.length === 0) return null;
  return (
    <ul aria-label={queue.label} className="space-y-3">
      {queued.map(({ id, text }) => (
        <li key={id} data-testid="queued-message" className="flex flex-col items-end">
          <p
            dir="auto"
            className="max-w-[85%] rounded-2xl rounded-ee-md border border-dashed border-edge px-4 py-2.5 text-[0.9375rem] leading-[1.65] whitespace-pre-wrap text-muted wrap-anywhere"
          >
            {text}
          </p>
          <div className="-mx-1.5 mt-1 flex h-7 items-center gap-1 text-xs text-muted pointer-coarse:h-11">
            <Clock aria-hidden className="size-3.5" />
            <span>{queue.waits}</span>
            <MessageButton label={queue.remove} onClick={() => onRemove(id)}>
              <X aria-hidden className="size-3.5" />
            </MessageButton>
          </div>
        </li>
      ))}
    </ul>
  );
}
