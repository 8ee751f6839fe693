import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { AskButton } from '#web/reader/ask/ask-button.tsx';
import type { AskAction } from '#web/reader/ask/use-ask.ts';
import { useShortcuts } from '#web/reader/keys/use-shortcuts.ts';
import { NoteTip } from '#web/reader/translation/note-tip.tsx';
import { TranslateButton } from '#web/reader/translation/translate-button.tsx';
import { TranslationBar } from '#web/reader/translation/translation-bar.tsx';
import '#web/reader/translation/translation.css';
import { useOpenNote } from '#web/reader/translation/use-open-note.ts';
import { useRoomBeside } from '#web/reader/translation/use-room-beside.ts';
import type { TranslateAction } from '#web/reader/translation/use-translate-action.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import './article.css';
import './print.css';
import { ArticleBar } from './article-bar.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleHead } from './article-head.tsx';
import { ExcerptNote } from './excerpt-note.tsx';
import { NoArticle } from './no-article.tsx';
import { useMarkRead } from './use-mark-read.ts';

interface ArticlePaneProps {
  id: EntryId | null;
  /** From the list, until the article is loaded. */
  head: EntryHead | null;
  entry: Entry | null;
  error: Error | null;
  paneRef: RefObject<HTMLDivElement | null>;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
  translate: TranslateAction;
  ask: AskAction;
  /** Below the title. */
  tags: ReactNode;
  onBack(): void;
  onDeleted(): void;
}

export function ArticlePane(props: ArticlePaneProps) {
  const { id, head, entry, error, paneRef, headingRef, translation, translate, ask, tags } = props;
  const { onBack, onDeleted } = props;
  const { article } = useStrings().reader;
  const articleRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const hasRoomBeside = useRoomBeside(paneRef);
  const layout = translation.layout === 'beside' && !hasRoomBeside ? 'under' : translation.layout;
  const isBeside = translation.isShown && layout === 'beside';
  const note = useOpenNote(articleRef, entry?.id ?? null);
  useShortcuts({ nextMark: () => translation.isShown && note.next() });
  useMarkRead(entry, paneRef);

  useEffect(() => {
    if (id !== null) paneRef.current?.scrollTo({ top: 0 });
  }, [id, paneRef]);

  const shown = entry ?? head;
  return (
    <section
      ref={paneRef}
      {...scrollable}
      aria-label={article.heading}
      className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
    >
      {id === null ? (
        <NoArticle />
      ) : error !== null && entry === null ? (
        <LoadProblem error={error} />
      ) : shown === null ? null : (
        <article
          key={id}
          ref={articleRef}
          lang={entry?.language ?? undefined}
          className={`mx-auto px-5 pb-16 lg:px-8 ${isBeside ? 'max-w-[calc(2*var(--measure)+6.5rem)]' : 'max-w-[calc(var(--measure)+4rem)]'}`}
        >
          <ArticleBar head={shown} entry={entry} paneRef={paneRef} onBack={onBack} onDeleted={onDeleted}>
            {entry === null || entry.html.trim() === '' ? null : (
              <TranslateButton translation={translation} action={translate} buttonRef={buttonRef} />
            )}
            <AskButton ask={ask} />
          </ArticleBar>
          <ArticleHead head={shown} entry={entry} headingRef={headingRef} translation={translation}>
            {tags}
          </ArticleHead>
          {entry === null ? null : (
            <>
              <TranslationBar
                head={entry}
                translation={translation}
                action={translate}
                buttonRef={buttonRef}
                layout={layout}
                hasRoomBeside={hasRoomBeside}
                onNextNote={note.next}
              />
              <ExcerptNote entry={entry} />
              {entry.html.trim() === '' ? (
                <p className="text-muted">{article.empty}</p>
              ) : (
                <ArticleBody html={entry.html} paneRef={paneRef} translation={translation} layout={layout} />
              )}
              <NoteTip translation={translation} note={note} />
            </>
          )}
        </article>
      )}
    </section>
  );
}

function LoadProblem({ error }: { error: Error }) {
  const { article } = useStrings().reader;
  const problem = toAppError(error);
  if (problem.code === 'not_found') return <EmptyState title={article.gone} next="" />;
  return (
    <div className="p-5 lg:p-8">
      <ProblemNotice problem={problem} />
    </div>
  );
}
