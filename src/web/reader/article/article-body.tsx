import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TranslationLayout } from '#schema/app-session.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { Paragraph } from '#text/paragraphs/find-paragraphs.ts';
import { useSettings } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import {
  describeParagraph,
  drawTargets,
  type Pair,
  pairParagraphs,
  readParagraphs,
  unpairParagraphs,
} from '#web/reader/translation/pair-paragraphs.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { holdPictures, loadPictures, PictureZoom } from './article-pictures.tsx';
import { type CodeSpan, codeParts } from './code/code-parts.ts';
import { FootnotePopover } from './footnote-popover.tsx';

interface ArticleBodyProps {
  html: string;
  paneRef: RefObject<HTMLElement | null>;
  translation: ArticleTranslation;
  /** The layout of the translation as it is shown. */
  layout: TranslationLayout;
}

export function ArticleBody({ html, paneRef, translation, layout }: ArticleBodyProps) {
  const { article } = useStrings().reader;
  const { data: settings } = useSettings();
  const [isAsked, setAsked] = useState(false);
  const bodyRef = useRef<HTMLDivElement>(null);
  const held = useMemo(() => holdPictures(html), [html]);
  const markup = useMemo(() => ({ __html: held }), [held]);
  const hasPictures = held !== html;
  const loads = settings !== undefined && (settings.reader.loadImages || isAsked);

  useEffect(() => {
    const body = bodyRef.current;
    return held !== html && loads && body !== null ? loadPictures(body, paneRef.current) : undefined;
  }, [held, html, loads, paneRef]);

  useEffect(() => {
    // The effect runs again for each article, because a new article has new nodes.
    const body = bodyRef.current;
    if (body === null) return undefined;
    const stops = [colourCode(body), focusScrollers(body)];
    return () => {
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [held]);

  usePairs({ bodyRef, html: held, translation });
  const isAlone = translation.isShown && layout === 'alone';

  return (
    <>
      {hasPictures && settings !== undefined && !loads ? (
        <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {article.picturesOff}
          <Button look="quiet" onClick={() => setAsked(true)}>
            {article.showPictures}
          </Button>
        </p>
      ) : null}
      <div
        ref={bodyRef}
        dir={isAlone ? directionOf(translation.language) : 'auto'}
        data-layout={translation.isShown ? layout : undefined}
        data-testid="article"
        className="article"
        data-pictures={loads ? 'on' : 'off'}
        // The server sanitizes the markup against an allowlist. The page's CSP also blocks all scripts.
        // oxlint-disable-next-line react/no-danger
        dangerouslySetInnerHTML={markup}
      />
      <FootnotePopover bodyRef={bodyRef} html={held} />
      <PictureZoom bodyRef={bodyRef} html={held} />
    </>
  );
}

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The direction in which a language is written. */
function directionOf(language: string): 'ltr' | 'rtl' {
  try {
    return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/** Lets the keyboard scroll tables and code that are wider than the article. Returns a function that stops it. */
function focusScrollers(article: Element): () => void {
  const wide = article.querySelectorAll<HTMLElement>('pre, table');
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of wide) observer.observe(element);
  return () => observer.disconnect();
}

interface PairsOptions {
  bodyRef: RefObject<HTMLElement | null>;
  /** The article's markup. Whenever it changes, all nodes are new. */
  html: string;
  translation: ArticleTranslation;
}

/** Shows the translation in the rendered article, paragraph by paragraph. */
function usePairs({ bodyRef, html, translation }: PairsOptions): void {
  const strings = useStrings();
  const paragraphs = useRef<Paragraph<Node>[]>([]);
  const pairs = useRef<Pair[]>([]);
  const { isShown } = translation;

  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    paragraphs.current = bodyRef.current === null ? [] : readParagraphs(bodyRef.current);
  }, [bodyRef, html]);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const wrapped = pairParagraphs(paragraphs.current);
    pairs.current = wrapped;
    return () => {
      unpairParagraphs(wrapped);
      pairs.current = [];
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [html, isShown]);

  const describe = useCallback(
    (paragraph: TranslatedParagraph) => describeParagraph(paragraph, strings).join(' '),
    [strings],
  );
  useLayoutEffect(() => {
    if (!isShown) return;
    drawTargets(pairs.current, translation.shownOf, {
      language: translation.language,
      withPictures: translation.layout === 'alone',
      describe,
    });
  });
}

/** Longer code stays plain, because its many ranges would slow down the page. */
const maxCharacters = 20_000;
const maxBlocks = 200;
/** Ordinary code takes a few milliseconds. When the time is up, the worker is terminated with its code. */
const maxMs = 2000;
/** The time that the worker's file has to load. */
const maxLoadMs = 30_000;
/** After this many timeouts, the rest of the article's code stays plain. */
const maxTimeouts = 2;

/**
 * Colours the code of an article in a worker, one block after the other. The parts are highlights, so the markup does
 * not change. Returns a function that stops it and removes the colours.
 */
function colourCode(article: Element): () => void {
  const blocks = [...article.querySelectorAll('pre')].slice(0, maxBlocks);
  if (blocks.length === 0 || !('highlights' in CSS)) return () => {};
  const highlights = codeParts.map((part) => [part, new Highlight()] as const);
  for (const [part, highlight] of highlights) CSS.highlights.set(`code-${part}`, highlight);
  const leaving = new AbortController();
  void colourAll();
  return () => {
    leaving.abort();
    for (const [part] of highlights) CSS.highlights.delete(`code-${part}`);
  };

  async function colourAll(): Promise<void> {
    let timeouts = 0;
    let worker = await startWorker(leaving.signal);
    for (const block of blocks) {
      const nodes = textNodesOf(block);
      const code = nodes.map(({ data }) => data).join('');
      if (worker === null) return;
      if (code.trim() === '' || code.length > maxCharacters) continue;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no other origin.
      worker.postMessage(code);
      const spans = await answerOf(worker, maxMs, leaving.signal);
      if (leaving.signal.aborted) break;
      if (spans !== undefined) paint(nodes, spans ?? []);
      else {
        worker.terminate();
        timeouts += 1;
        if (timeouts >= maxTimeouts) break;
        worker = await startWorker(leaving.signal);
      }
    }
    worker?.terminate();
  }

  function paint(nodes: readonly Text[], spans: readonly CodeSpan[]): void {
    const byPart = new Map(highlights);
    for (const [start, end, part] of spans)
      for (const range of rangesOf(nodes, start, end)) byPart.get(part)?.add(range);
  }
}

/** Returns null if the worker's file could not be loaded or is no longer needed. */
async function startWorker(leaving: AbortSignal): Promise<Worker | null> {
  const worker = new Worker(new URL('./code/code-worker.ts', import.meta.url), { type: 'module' });
  // The first message of the worker only says that its file has loaded.
  const ready = await answerOf(worker, maxLoadMs, leaving);
  if (ready !== undefined && !leaving.aborted) return worker;
  worker.terminate();
  return null;
}

/** Returns the worker's next message, or undefined if none arrives in time. */
function answerOf(worker: Worker, ms: number, leaving: AbortSignal): Promise<CodeSpan[] | null | undefined> {
  const answered = Promise.withResolvers<CodeSpan[] | null | undefined>();
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(ms)]);
  signal.addEventListener('abort', () => answered.resolve(undefined), { once: true });
  worker.addEventListener('message', ({ data }) => answered.resolve(data), { once: true });
  worker.addEventListener('error', () => answered.resolve(undefined), { once: true });
  return answered.promise;
}

function textNodesOf(block: Element): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

/** Returns one range for each text node that contains some of the characters. */
function rangesOf(nodes: readonly Text[], start: number, end: number): StaticRange[] {
  const ranges: StaticRange[] = [];
  let at = 0;
  for (const node of nodes) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, node.length)];
    if (from < to)
      ranges.push(
        new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }),
      );
    at += node.length;
    if (at >= end) break;
  }
  return ranges;
}
