import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { EmptyState } from '#web/controls/loaded.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { keyOf, useShortcuts } from '#web/reader/shortcuts.ts';
import { TranslateButton } from '#web/reader/translation/translate-button.tsx';
import { TranslationBar } from '#web/reader/translation/translation-bar.tsx';
import type { AskAction } from './use-ask.ts';
import '#web/reader/translation/translation.css';
import { noteOf, type OpenedNote, useOpenNote } from '#web/reader/translation/use-open-note.ts';
import type { TranslateAction } from '#web/reader/translation/use-translate-action.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import './article.css';
import './print.css';
import { MessageCircle } from 'lucide-react';
import { Popover } from 'radix-ui';
import { defaultSettings } from '#schema/settings.ts';
import { useSettings } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/keys.ts';
import { NoArticle } from '#web/reader/empty-states.tsx';
import { useFetchFullText, usePatchEntry } from '#web/reader/entry-actions.ts';
import { describeParagraph } from '#web/reader/translation/pair-paragraphs.ts';
import { safeUrl } from '#web/reader/web-address.ts';
import { ArticleBar } from './article-bar.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleHead } from './article-head.tsx';

interface ArticlePaneProps {
  id: EntryId | null;
  /** The entry as the list knows it, which is shown until the article is loaded. */
  head: EntryHead | null;
  entry: Entry | null;
  error: Error | null;
  paneRef: RefObject<HTMLDivElement | null>;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
  translate: TranslateAction;
  ask: AskAction;
  /** The entry's tags, which are shown below the title. */
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

/** The width of two columns of about 60 characters, with the space around and between them. */
const besidePx = 1060;

/** Whether a translation fits beside its source. */
function useRoomBeside(paneRef: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setRoom] = useState(false);
  useEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return undefined;
    const observer = new ResizeObserver(() => setRoom(pane.clientWidth >= besidePx));
    observer.observe(pane);
    return () => observer.disconnect();
  }, [paneRef]);
  return hasRoom;
}

function AskButton({ ask }: { ask: AskAction }) {
  const { article } = useStrings().reader;
  if (ask.start === null) return null;
  return (
    <Button
      look="quiet"
      disabled={ask.isPending}
      {...keyHint(article.askAbout, keyOf('ask'))}
      onClick={ask.start}
      className="gap-1! px-2!"
    >
      <MessageCircle aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{article.ask}</span>
    </Button>
  );
}

/** Says that the feed provides only an excerpt, and fetches the rest. */
function ExcerptNote({ entry }: { entry: Entry }) {
  const { article } = useStrings().reader;
  const fetchFullText = useFetchFullText();
  if (entry.textOrigin !== 'excerpt' || safeUrl(entry.url) === null) return null;
  const { isPending, error, variables } = fetchFullText;
  return (
    <div className="mb-6 space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3.5 py-2">
        <p className="min-w-0 flex-1 text-muted">{article.excerptOnly}</p>
        <Button disabled={isPending} onClick={() => fetchFullText.mutate(entry.id)}>
          {isPending ? article.fetching : article.fetchFullText}
        </Button>
      </div>
      {variables === entry.id ? <ErrorNotice error={error} /> : null}
    </div>
  );
}

/** This close to the end, an article counts as scrolled through. */
const nearEndPx = 48;

/**
 * Marks the open entry as read after a delay, or when it was scrolled through. This happens once per visit, so an
 * entry that the user has marked as unread stays unread.
 */
function useMarkRead(entry: Entry | null, pane: RefObject<HTMLElement | null>): void {
  const { data: settings = defaultSettings } = useSettings();
  const { markReadAfterMs } = settings.reader;
  const patch = usePatchEntry();
  const done = useRef<Entry['id'] | null>(null);
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  }, [entry]);
  const id = entry?.id ?? null;

  useEffect(() => {
    const element = pane.current;
    if (id === null || element === null || markReadAfterMs === null) return undefined;
    done.current = latest.current?.read === true ? id : null;

    function mark(): void {
      const current = latest.current;
      if (current === null || current.id !== id || done.current === id) return;
      done.current = id;
      if (!current.read) patch(current, { read: true });
    }

    function look(): void {
      if (element === null || element.scrollTop === 0) return;
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - nearEndPx) mark();
    }

    const timer = setTimeout(mark, markReadAfterMs);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
    };
  }, [id, pane, markReadAfterMs, patch]);
}

interface NoteTipProps {
  translation: ArticleTranslation;
  note: OpenedNote;
}

/** Says why a paragraph is marked, and can translate the paragraph again. It opens on hover, focus or tap. */
function NoteTip({ translation, note }: NoteTipProps) {
  const strings = useStrings();
  const { translation: words } = strings;
  const { open, close, hold, leave } = note;
  const againRef = useRef<HTMLButtonElement>(null);
  const key = open?.element.dataset.key;
  const shown = key === undefined ? null : translation.shownOf(key);

  // When the popover moves from one mark to the next, it does not open again, so the focus is set here.
  useEffect(() => {
    if (open?.isPressed === true) againRef.current?.focus({ preventScroll: true });
  }, [open]);

  if (open === null || key === undefined || shown?.state !== 'here') return null;
  const { element, isPressed } = open;
  return (
    <Popover.Root open onOpenChange={close}>
      <Popover.Anchor virtualRef={{ current: element }} />
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.note}
          onPointerEnter={hold}
          onPointerLeave={leave}
          onFocus={hold}
          onInteractOutside={(event) => {
            // A click on another mark moves the popover to that mark. Without this, the popover would then close.
            if (noteOf(event) !== null) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            // A pointer that only passes by must not move the focus.
            if (!isPressed) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isPressed) element.focus({ preventScroll: true });
          }}
          className="z-50 max-w-80 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 shadow-lg outline-none"
        >
          <ul className="space-y-1">
            {describeParagraph(shown.paragraph, strings).map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
          <Button
            ref={againRef}
            className="mt-2"
            disabled={translation.isRunning || translation.known?.canTranslate !== true}
            onClick={() => {
              close();
              void translation.start({ keys: [key] });
            }}
          >
            {words.translateParagraph}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
