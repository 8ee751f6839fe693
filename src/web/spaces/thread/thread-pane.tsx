import { Link } from '@tanstack/react-router';
import { ArrowDown, FileText } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Message, MessageId } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAgents } from '#web/api/list-queries.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { scrollable } from '#web/controls/layout/panes.tsx';
import type { Drawer } from '#web/controls/layout/side-drawer.tsx';
import type { useThreadScroll } from '#web/controls/layout/thread-pane.tsx';
import { EmptyState, LoadError } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ArticleLink } from './citation.tsx';
import { Composer } from './composer.tsx';
import { MemoryStrip } from './memory-strip.tsx';
import { MessageList, QueuedMessages } from './messages/message-list.tsx';
import { AnswerNotice, Doing, FoldProgress, GrowingAnswer } from './messages/newest-answer.tsx';
import type { FoldedMessages, useMessages } from './messages/use-messages.ts';
import { MissingAgent, ThreadHead } from './thread-head.tsx';
import { useTurnActions } from './use-thread.ts';
import { outcomeOf, type Turn } from './use-turn.ts';

interface ThreadPaneProps {
  view: ThreadView;
  messages: ReturnType<typeof useMessages>;
  turn: Turn;
  paneRef: RefObject<HTMLDivElement | null>;
  contentRef: RefObject<HTMLDivElement | null>;
  scroll: ReturnType<typeof useThreadScroll>;
  folded: FoldedMessages;
  isComposing: boolean;
  drawer: Drawer;
  onBack(): void;
}

/** A failure of an action that the user started in this pane. */
interface Refusal {
  error: unknown;
  note: string | null;
  /** The message that was not confirmed as stored. */
  messageId?: MessageId;
}

export function ThreadPane(props: ThreadPaneProps) {
  const { view, messages, turn, paneRef, contentRef, scroll, folded, drawer, onBack } = props;
  const { spaces, problem } = useStrings();
  const client = useClient();
  const { data: agents = [] } = useAgents();
  const { send, removeQueued, editLast, retry } = useTurnActions(view.thread.id);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [skipped, setSkipped] = useState<string | null>(null);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const known = messages.query.data ?? null;
  const newest = known?.items.at(-1) ?? null;
  const { isAtEnd, goToEnd } = scroll;

  const agentName = agents.find(({ id }) => id === view.space.agentId)?.name ?? view.space.agentId;
  const isAnswering = turn.reply !== null;
  const isStored = known?.items.some(({ runId }) => runId !== null && runId === turn.answer?.runId) ?? false;
  const isEnded = turn.answer?.status === 'succeeded' || turn.answer?.status === 'cancelled';
  const isGrowing = isAnswering || (isEnded && !isStored);
  const outcome =
    known === null || isStored ? null : outcomeOf({ turn, failedRuns: view.failedRuns, newest });
  const announcement = useAnnouncement(isAnswering, outcome === null ? spaces.answer.done : '');
  useFirstFocus({
    isWriting: props.isComposing || (known !== null && newest === null),
    fieldRef,
    headingRef,
  });

  const isKnown = (id: MessageId | undefined) =>
    [...(known?.items ?? []), ...view.queued].some((message) => message.id === id);
  const refuse = (note: string | null) => (error: unknown) => setRefusal({ error, note });

  async function start(message: { id: MessageId; text: string }): Promise<void> {
    setRefusal(null);
    try {
      setSkipped((await send.mutateAsync(message)).foldSkipped);
      goToEnd();
    } catch (error) {
      setRefusal({ error, note: spaces.composer.kept, messageId: message.id });
      throw error;
    }
  }

  async function edit(message: Message, text: string): Promise<void> {
    setRefusal(null);
    setSkipped((await editLast.mutateAsync({ message, text })).foldSkipped);
    fieldRef.current?.focus();
    goToEnd();
  }

  function answerAgain(): void {
    setRefusal(null);
    retry.mutate(undefined, {
      onSuccess: ({ foldSkipped }) => {
        setSkipped(foldSkipped);
        goToEnd();
      },
      onError: refuse(null),
    });
    fieldRef.current?.focus();
  }

  async function stop(): Promise<void> {
    if (turn.reply === null) return;
    await client.runs.cancel(turn.reply.id).catch(refuse(null));
  }

  return (
    <section aria-label={spaces.thread.heading} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <ThreadHead
        view={view}
        drawer={drawer}
        headingRef={headingRef}
        onBack={onBack}
        onError={refuse(null)}
      />
      <ArticleLine view={view} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={paneRef}
          role="group"
          aria-label={spaces.thread.messages}
          {...scrollable}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] -outline-offset-2"
        >
          <h2 className="sr-only">{spaces.thread.messages}</h2>
          <div ref={contentRef} className="mx-auto max-w-[46rem] space-y-4 px-4 pt-6 pb-4 lg:px-6">
            {known === null ? <LoadError of={messages.query} /> : null}
            {known === null ? null : (
              <MessageList
                view={view}
                known={known}
                folded={folded}
                agentName={agentName}
                isAnswering={isAnswering}
                isLoadingOlder={messages.isLoadingOlder}
                paneRef={paneRef}
                onOlder={() => void messages.loadOlder().catch(refuse(null))}
                onEdit={edit}
                onAgain={answerAgain}
              />
            )}
            {known !== null && newest === null && !isAnswering ? (
              <EmptyThread isAboutArticle={view.article !== null} />
            ) : null}
            {isGrowing && outcome === null ? <GrowingAnswer turn={turn} agentName={agentName} /> : null}
            {outcome === null ? null : (
              <AnswerNotice
                outcome={outcome}
                agentName={agentName}
                isRetrying={retry.isPending}
                onRetry={answerAgain}
                onFollowAgain={turn.followAgain}
              />
            )}
            <QueuedMessages
              queued={view.queued.filter(({ id }) => !known?.items.some((message) => message.id === id))}
              onRemove={(id) => removeQueued.mutate(id, { onError: refuse(null) })}
            />
          </div>
        </div>
        <output className="sr-only">{announcement}</output>
        {isAtEnd ? null : (
          <Button
            onClick={goToEnd}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-md"
          >
            <ArrowDown aria-hidden className="size-4" />
            {spaces.thread.jump}
          </Button>
        )}
      </div>
      <div className="mx-auto w-full max-w-[46rem] shrink-0 px-4 pt-1.5 pb-3 lg:px-6 lg:pb-4">
        <Composer
          threadId={view.thread.id}
          isAnswering={isAnswering}
          fieldRef={fieldRef}
          isStored={isKnown}
          onSend={start}
          onStop={stop}
        >
          <MissingAgent view={view} onError={refuse(null)} />
          <MemoryStrip view={view} />
          {turn.fold !== null && !isAnswering ? (
            <div className="text-xs">
              <Doing>
                <FoldProgress progress={turn.foldProgress} />
              </Doing>
            </div>
          ) : null}
          {skipped === null ? null : (
            <output title={skipped} className="block text-xs text-muted">
              {spaces.composer.skipped}
            </output>
          )}
          {refusal === null || isKnown(refusal.messageId) ? null : (
            <ErrorNotice error={refusal.error} note={refusal.note} tone="caution">
              <Button look="quiet" onClick={() => setRefusal(null)}>
                {problem.dismiss}
              </Button>
            </ErrorNotice>
          )}
        </Composer>
      </div>
    </section>
  );
}

/** Announces that an answer is complete. A screen reader does not read its text while it arrives. */
function useAnnouncement(isAnswering: boolean, words: string): string {
  const [known, setKnown] = useState({ isAnswering, said: '' });
  if (known.isAnswering !== isAnswering) setKnown({ isAnswering, said: isAnswering ? '' : words });
  return known.said;
}

interface FirstFocus {
  isWriting: boolean;
  fieldRef: RefObject<HTMLElement | null>;
  headingRef: RefObject<HTMLElement | null>;
}

/** Focuses the message field if the user is about to write, or the heading if the thread has replaced the list. */
function useFirstFocus({ isWriting, fieldRef, headingRef }: FirstFocus): void {
  useEffect(() => {
    if (isWriting) fieldRef.current?.focus();
  }, [isWriting, fieldRef]);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      headingRef.current?.focus();
  }, [headingRef]);
}

function EmptyThread({ isAboutArticle }: { isAboutArticle: boolean }) {
  const { thread, article } = useStrings().spaces;
  return (
    <EmptyState
      title={isAboutArticle ? article.empty : thread.empty}
      next={isAboutArticle ? article.emptyNext : thread.emptyNext}
    >
      <Link to="/settings" className={buttonClass('plain')}>
        {thread.settings}
      </Link>
    </EmptyState>
  );
}

/** Names the thread's article and says how much of it the model reads. */
function ArticleLine({ view }: { view: ThreadView }) {
  const { article: words } = useStrings().spaces;
  const { article: about } = view.thread;
  if (about === null || view.article === null) return null;
  const { contentHash, passages, passagesTotal } = view.article;
  const title = about.title.trim() === '' ? words.untitled : about.title;
  const isDeleted = contentHash === null;
  return (
    <div
      data-testid="thread-article"
      className="flex shrink-0 items-baseline gap-x-2 border-b border-line px-4 py-1.5 text-xs text-muted lg:px-5"
    >
      <FileText aria-hidden className="size-3.5 shrink-0 self-center" />
      <span className="shrink-0">{words.about}</span>
      {isDeleted ? (
        <span className="truncate">{title}</span>
      ) : (
        <ArticleLink id={about.id} passage={null} className="truncate">
          {title}
        </ArticleLink>
      )}
      {isDeleted ? <span className="shrink-0 text-caution">{words.deleted}</span> : null}
      {!isDeleted && passages < passagesTotal ? (
        <span className="numeric shrink-0" title={words.partNote}>
          {words.part(passages, passagesTotal)}
        </span>
      ) : null}
    </div>
  );
}
