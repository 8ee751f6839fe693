import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';
import type { Citation, Message, Thread } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { CitationsProvider, type RenderCitation } from '#web/markdown/inline-view.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** The current version of a thread's article. */
export interface CurrentArticle {
  id: NonNullable<Thread['article']>['id'];
  /** Null if the article was deleted. */
  contentHash: string | null;
}

export function currentArticle({ thread, article }: ThreadView): CurrentArticle | null {
  if (thread.article === null || article === null) return null;
  return { id: thread.article.id, contentHash: article.contentHash };
}

interface CitedAnswerProps {
  message: Message;
  article: CurrentArticle | null;
  children: ReactNode;
}

/** Shows an answer with its numbers in brackets as links to the cited passages of the article. */
export function CitedAnswer({ message, article, children }: CitedAnswerProps) {
  const read = message.read?.article ?? null;
  const render = useMemo<RenderCitation | null>(() => {
    if (read === null || article === null || read.citations.length === 0) return null;
    const byNumber = new Map(read.citations.map((citation) => [citation.number, citation]));
    return ({ number, text }) => {
      const citation = byNumber.get(number);
      if (citation === undefined) return null;
      return (
        <CitationMark citation={citation} article={article} contentHash={read.contentHash}>
          {text}
        </CitationMark>
      );
    };
  }, [read, article]);
  return <CitationsProvider value={render}>{children}</CitationsProvider>;
}

interface CitationMarkProps {
  citation: Citation;
  article: CurrentArticle;
  /** Hash of the article version that was cited. */
  contentHash: string;
  children: ReactNode;
}

function CitationMark({ citation, article, contentHash, children }: CitationMarkProps) {
  const { article: words } = useStrings().spaces;
  const { number, start, end, text } = citation;
  const isCurrent = article.contentHash === contentHash;
  const [isOpen, setOpen] = useState(false);
  const linkRef = useRef<HTMLAnchorElement>(null);
  const passage = isCurrent ? `${start}-${end}` : null;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        {/* A link, because a line could break between a button and the full stop after it. */}
        <ArticleLink
          ref={linkRef}
          id={article.id}
          passage={passage}
          aria-label={words.passage(number)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={words.passage(number)}
          onClick={(event) => {
            // With these keys, the browser opens a new tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            setOpen(!isOpen);
          }}
          className={isOpen ? 'bg-accent-wash' : 'hover:bg-accent-wash'}
        >
          {children}
        </ArticleLink>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.passage(number)}
          onInteractOutside={(event) => {
            // A click on the number toggles the popover itself; closing it here first would make that click reopen it.
            if (event.target instanceof Node && linkRef.current?.contains(event.target) === true)
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            linkRef.current?.focus({ preventScroll: true });
          }}
          className="z-50 w-max max-w-[min(26rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-surface px-4 py-3 text-[0.875rem] leading-6 text-ink shadow-lg"
        >
          <p className="text-xs font-medium text-muted">{words.passage(number)}</p>
          <blockquote
            dir="auto"
            {...scrollable}
            className="my-1.5 max-h-[min(16rem,40vh)] overflow-y-auto whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </blockquote>
          <p className="text-xs">
            {article.contentHash === null ? (
              <span className="text-muted">{words.deleted}</span>
            ) : (
              <ArticleLink id={article.id} passage={passage}>
                {isCurrent ? words.showPassage : words.open}
              </ArticleLink>
            )}
            {article.contentHash !== null && !isCurrent ? (
              <span className="mt-1 block text-muted">{words.changed}</span>
            ) : null}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ArticleLinkProps extends Omit<ComponentProps<'a'>, 'id' | 'href'> {
  id: EntryId;
  /** The passage to show, or null for the beginning of the article. */
  passage: string | null;
}

export function ArticleLink({ id, passage, className = '', ...link }: ArticleLinkProps) {
  return (
    <Link
      {...link}
      to="/reader/$view/{-$entryId}"
      params={{ view: 'all', entryId: String(id) }}
      search={passage === null ? {} : { passage }}
      preload={false}
      className={`rounded-sm text-accent underline underline-offset-2 ${className}`}
    />
  );
}
