import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { Toast } from '#web/controls/toast.tsx';
import { patchKnownHead, useFetchFullText } from '#web/reader/entry-actions.ts';
import { EvidenceStrip } from '#web/reader/evidence/evidence-strip.tsx';
import { useEvidence } from '#web/reader/evidence/use-evidence.ts';
import { keyOf, useShortcuts } from '#web/reader/shortcuts.ts';
import { EntryTags } from '#web/reader/tags/entry-tags.tsx';
import { useTranslateAction } from '#web/reader/translation/use-translate-action.ts';
import { useTranslation } from '#web/reader/translation/use-translation.ts';
import { safeUrl } from '#web/reader/web-address.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useAutoSummary } from '#web/summary-panel/auto-summary.tsx';
import { EvidenceProvider } from '#web/summary-panel/evidence.ts';
import type { Passage, SummarySource } from '#web/summary-panel/grounding/sentence-passages.ts';
import { type PanelActions, type PanelKeys, usePanelActions } from '#web/summary-panel/panel-actions.tsx';
import { SummaryPanel } from '#web/summary-panel/summary-panel.tsx';
import { useCheckedView, useEntryPanel } from '#web/summary-panel/use-entry-panel.ts';
import type { PanelPlace } from '#web/summary-panel/use-panel-place.ts';
import { ArticlePane } from './article-pane.tsx';
import { useArticleCommands } from './use-article-commands.ts';
import { useArticleSources } from './use-article-sources.ts';
import { useAsk } from './use-ask.ts';

interface ArticleWithPanelProps {
  id: EntryId | null;
  head: EntryHead | null;
  entry: Entry | null;
  error: Error | null;
  /** The passage to show once the article is loaded. */
  passage: Passage | null;
  onPassageShown(): void;
  subscriptions: Subscriptions;
  place: PanelPlace;
  /** Whether the article was opened here, and not by loading the page. */
  takesFocus: boolean;
  /** The list, which is beside the article or hidden behind it. */
  listRef: RefObject<HTMLDivElement | null>;
  paneRef: RefObject<HTMLDivElement | null>;
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The button that starts editing the tags. */
  tagsRef: RefObject<HTMLButtonElement | null>;
  onBack(): void;
  onDeleted(): void;
}

/** Shows the article with its Summary Panel below it, beside it or in a sheet. */
export function ArticleWithPanel(props: ArticleWithPanelProps) {
  const { id, head, entry, error, subscriptions, place, listRef, paneRef, headingRef } = props;
  const { takesFocus, onBack, onDeleted } = props;
  const shown = entry ?? head;
  const { problem, reader } = useStrings();
  const queryClient = useQueryClient();
  const translation = useTranslation(error === null ? entry : null);
  const translate = useTranslateAction(translation, id);
  useShortcuts({ translate: translate.toggle });
  const panel = useEntryPanel(error === null ? id : null, translation);
  const { original, summarized: source } = useArticleSources({ entry, panel, translation, paneRef });
  useLinkedPassage({ source: original, passage: props.passage, onShown: props.onPassageShown });
  const ask = useAsk(entry === null || entry.text.trim() === '' ? null : entry.id);
  useShortcuts({
    ask() {
      ask.start?.();
      return ask.start !== null;
    },
  });
  const checked = useCheckedView(panel);
  const isRunning = panel.view.run !== null || panel.view.starting;
  const evidence = useEvidence({ paneRef, source, shown: isRunning ? null : checked.view.shown });
  const fetchFullText = useFetchFullText();
  const { values, change } = useAppSession();
  const auto = { isOn: values.autoSummary, setOn: (autoSummary: boolean) => change({ autoSummary }) };
  const controls = usePanelActions(panel, place, auto);
  usePanelKeys(controls.actions, head !== null);
  useArticleCommands({
    isOpen: entry !== null,
    panel,
    actions: controls.actions,
    place,
    translation,
    translate,
    ask,
  });
  useAutoSummary({ panel, head, subscriptions, isSwitchedOn: values.autoSummary });

  useEffect(() => {
    // Where the article replaces the list, the focus moves to the article.
    if (id !== null && takesFocus && listRef.current?.offsetParent === null) headingRef.current?.focus();
  }, [id, takesFocus, listRef, headingRef]);

  const { entryId, stored } = panel.state;
  useEffect(() => {
    if (entryId !== null && stored !== null)
      patchKnownHead(queryClient, entryId, {
        hasSummary: stored.length > 0,
        summaryStart: stored[0]?.summary.text ?? null,
      });
  }, [queryClient, entryId, stored]);

  const isBeside = place.dock === 'beside' && place.isOpen && head !== null;
  const uncover = place.sheet?.stop === 'full' ? () => place.sheet?.moveTo('half') : null;
  const isExcerpt = entry !== null && entry.textOrigin === 'excerpt' && safeUrl(entry.url) !== null;
  return (
    <EvidenceProvider value={evidence}>
      <div className={`flex min-h-0 flex-1 ${isBeside ? 'flex-row' : 'flex-col'}`}>
        <div
          onFocus={(event) => {
            if (isHidden(event)) uncover?.();
          }}
          className="relative flex min-h-0 min-w-0 flex-1 flex-col"
        >
          <ArticlePane
            id={id}
            head={head}
            entry={entry}
            error={error}
            paneRef={paneRef}
            headingRef={headingRef}
            translation={translation}
            translate={translate}
            ask={ask}
            tags={
              shown === null ? null : <EntryTags head={shown} source={original} editRef={props.tagsRef} />
            }
            onBack={onBack}
            onDeleted={onDeleted}
          />
          <EvidenceStrip evidence={evidence} paneRef={paneRef} />
          {entry === null ? null : <ReadingProgress key={entry.id} entry={entry} paneRef={paneRef} />}
        </div>
        {ask.error === null ? null : (
          <Toast
            message={{
              title: reader.article.askFailed,
              note: problem.describe(toAppError(ask.error).code, ask.error.message).title,
            }}
            onClose={ask.dismiss}
          />
        )}
        {head === null ? null : (
          <SummaryPanel
            head={head}
            panel={panel}
            checked={checked}
            place={place}
            source={uncover === null ? source : showUncovered(source, uncover)}
            controls={controls}
            keys={panelKeys}
            onFetchFullText={
              isExcerpt
                ? async () => {
                    await fetchFullText.mutateAsync(entry.id);
                    panel.dismiss();
                  }
                : null
            }
          />
        )}
      </div>
    </EvidenceProvider>
  );
}

/** Whether the keyboard focus is on something that a full sheet covers. The sheet leaves only the bar in sight. */
function isHidden({ currentTarget, target }: FocusEvent<HTMLElement>): boolean {
  if (!currentTarget.contains(target)) return false;
  return target.matches(':focus-visible') && target.closest('[role="toolbar"]') === null;
}

/** Makes the sheet uncover a passage when the passage is shown. */
function showUncovered(source: SummarySource | null, uncover: () => void): SummarySource | null {
  if (source === null) return null;
  return {
    ...source,
    show(passage) {
      const isFound = source.show(passage);
      if (isFound) uncover();
      return isFound;
    },
  };
}

interface Linked {
  /** The open article, or null until it is loaded. */
  source: SummarySource | null;
  passage: Passage | null;
  /** Is called when the passage was shown, so that the URL no longer has to name it. */
  onShown(): void;
}

/** Shows the passage that the URL names once the article is loaded. */
function useLinkedPassage({ source, passage, onShown }: Linked): void {
  const key = passage === null ? null : `${passage.start}-${passage.end}`;
  useEffect(() => {
    if (passage === null || source === null) return undefined;
    // The focus moves to the article first, because that scrolls the article as well.
    const frame = requestAnimationFrame(() => {
      source.show(passage);
      onShown();
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The key stands for the passage.
  }, [key, source]);
}

const panelKeys: PanelKeys = {
  summary: keyOf('summary'),
  abort: keyOf('abort'),
  copy: keyOf('copy'),
  detail: keyOf('detail'),
  language: keyOf('language'),
  dock: keyOf('dock'),
};

/** Handles the keys of the Summary Panel while the panel is on screen. */
function usePanelKeys(
  { summarize, abort, copy, nextDetail, goToLanguage, moveDock }: PanelActions,
  isHere: boolean,
): void {
  const press = (action: (() => void) | null) => () => {
    if (!isHere || action === null) return false;
    action();
    return true;
  };
  useShortcuts({
    summary: press(summarize),
    abort: press(abort),
    copy: press(copy),
    detail: press(nextDetail),
    language: press(goToLanguage),
    dock: press(moveDock),
  });
}

interface ReadingProgressProps {
  entry: Entry;
  paneRef: RefObject<HTMLElement | null>;
}

/** The range of scroll positions in which the remaining minutes are shown. At both ends they are obvious. */
const told = { from: 0.02, to: 0.98 };

/** Shows how far the article has been scrolled and how long the rest takes to read. */
function ReadingProgress({ entry, paneRef }: ReadingProgressProps) {
  const { article } = useStrings().reader;
  const barRef = useRef<HTMLDivElement>(null);
  const [minutesLeft, setMinutesLeft] = useState<number | null>(null);
  const { readingMinutes } = entry;

  useEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return undefined;
    let frame = 0;
    const measure = () => {
      const rest = pane.scrollHeight - pane.clientHeight;
      const share = rest <= 0 ? 0 : Math.min(1, pane.scrollTop / rest);
      barRef.current?.style.setProperty('scale', `${share} 1`);
      const isTold = share > told.from && share < told.to;
      setMinutesLeft(isTold ? Math.max(1, Math.ceil((1 - share) * readingMinutes)) : null);
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(pane);
    pane.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      pane.removeEventListener('scroll', soon);
    };
  }, [paneRef, readingMinutes]);

  return (
    <>
      <div
        ref={barRef}
        aria-hidden
        data-testid="progress"
        style={{ scale: '0 1' }}
        className="pointer-events-none absolute inset-x-0 top-0 z-10 h-0.5 origin-left bg-accent/70 rtl:origin-right print:hidden"
      />
      {minutesLeft === null ? null : (
        <p className="numeric pointer-events-none absolute start-3 bottom-2 hidden rounded-sm bg-surface/90 px-1.5 text-2xs text-muted md:block print:hidden">
          {article.minutesLeft(minutesLeft)}
        </p>
      )}
    </>
  );
}
