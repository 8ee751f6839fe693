import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { countConflicts, type Grounding } from '#schema/runs/grounding.ts';
import type { Summary } from '#schema/runs/summary.ts';
import { cutSpans, laySpans, type Span, SpansView } from '#web/markdown/spans.tsx';
import { useCheckHere } from '#web/summary-panel/check/use-check.ts';
import { useEvidenceHere } from '#web/summary-panel/evidence.ts';
import { type Line, linesOf, parseBlocks } from '#web/summary-panel/text/parse-blocks.ts';
import { SummaryText } from '#web/summary-panel/text/summary-text.tsx';
import { firstPassage, type Passage, type SummarySource } from './sentence-passages.ts';
import './grounding.css';
import { describeFlags, type ShownSentence, showSentences } from './findings.ts';
import { useGroundingWords } from './grounding-words.ts';
import { nextStop } from './next-stop.ts';
import { type OpenTip, SentenceTip, useTip } from './sentence-tip.tsx';
import { type Part, type Piece, sliceLines } from './slice-lines.ts';

interface GroundedTextProps {
  summary: Pick<Summary, 'text' | 'grounding' | 'contentHash'>;
  /** Null if the language is unknown. */
  language: string | null;
  /** Null until the article is loaded. */
  source: SummarySource | null;
  /** The number of sentences that a correction changes, if only a part of the summary is shown here. */
  conflicts?: number;
}

/** Shows a stored summary sentence by sentence, with the results of the check against its source. */
export function GroundedText(props: GroundedTextProps) {
  const { text, grounding } = props.summary;
  if (grounding === null || grounding.sentences.length === 0)
    return <SummaryText compact text={text} language={props.language} />;
  return <CheckedText {...props} grounding={grounding} />;
}

interface CheckedTextProps extends GroundedTextProps {
  grounding: Grounding;
}

function CheckedText({ summary, language, source, grounding, conflicts }: CheckedTextProps) {
  const words = useGroundingWords();
  const { text } = summary;
  const { sentences, pieces, spansOf, stops } = useMemo(() => lay(text, grounding), [text, grounding]);
  const arrived = useCheckHere()?.arrived?.opinions ?? [];
  const evidence = useEvidenceHere();
  const tip = useTip();
  const tipId = useId();
  const textRef = useRef<HTMLDivElement>(null);
  const tipRef = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(stops[0]);
  const [jump, setJump] = useState<{ sentence: number; found: boolean } | null>(null);
  const pointer = useRef('mouse');
  /** Whether the focus is being returned, because closing a popover must not reopen it. */
  const isReturning = useRef(false);

  // The offsets are valid only for the checked text.
  const isSame = source?.contentHash === summary.contentHash;
  const isChanged = source !== null && !isSame;
  const open = tip.open === null ? null : (sentences[tip.open.sentence] ?? null);

  function show({ sentence, element }: OpenTip, passage: Passage): void {
    const found = source?.show(passage) ?? false;
    setJump({ sentence, found });
    if (found) close();
    else tip.show({ sentence, element });
  }

  function follow(at: OpenTip): void {
    const sentence = sentences[at.sentence];
    const passage = sentence === undefined ? null : firstPassage(sentence);
    if (isSame && passage !== null) show(at, passage);
    else tip.show(at);
  }

  function close(): void {
    if (tipRef.current?.contains(document.activeElement) === true) {
      isReturning.current = true;
      tip.open?.element.focus({ preventScroll: true });
      isReturning.current = false;
    }
    tip.hide();
  }

  /** Handles the pointer leaving. A popover that was opened by keyboard stays open. */
  function leave(): void {
    const isHeld = tip.open?.element.matches(':focus-visible') || tipRef.current?.matches(':focus-within');
    if (isHeld === true) tip.hold();
    else tip.soon(null);
  }

  const handlers = (sentence: number) => ({
    onPointerEnter(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch' || event.buttons > 0) return;
      evidence?.light(sentence);
      tip.soon({ sentence, element: event.currentTarget });
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch') return;
      evidence?.light(null);
      leave();
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      pointer.current = event.pointerType;
    },
    onClick({ currentTarget: element }: { currentTarget: HTMLElement }) {
      // Selecting text to copy it must not open a passage.
      if (window.getSelection()?.isCollapsed === false) return;
      if (pointer.current !== 'touch') follow({ sentence, element });
      else if (tip.open?.sentence === sentence) tip.hide();
      else tip.show({ sentence, element });
    },
    onFocus({ currentTarget: element }: FocusEvent<HTMLElement>) {
      setCurrent(sentence);
      evidence?.light(sentence);
      if (!isReturning.current && element.matches(':focus-visible')) tip.show({ sentence, element });
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      evidence?.light(null);
      if (!(tipRef.current?.contains(relatedTarget) ?? false)) tip.hide();
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const element = event.currentTarget;
      const isRightToLeft = getComputedStyle(element).direction === 'rtl';
      const next = nextStop({ key: event.key, stops, from: sentence, isRightToLeft });
      if (event.key !== 'Enter' && next === null) return;
      event.preventDefault();
      if (next === null) follow({ sentence, element });
      else textRef.current?.querySelector<HTMLElement>(`[data-sentence="${next}"]`)?.focus();
    },
  });

  function renderLine(line: Line) {
    const spans = spansOf.get(line.start) ?? [];
    return pieces.get(line.start)?.map((piece) => {
      const sentence = piece.sentence === null ? undefined : sentences[piece.sentence];
      if (piece.sentence === null || sentence === undefined)
        return piece.parts.map((part) => <PartText key={part.start} part={part} spans={spans} />);
      return (
        <Sentence
          key={piece.start}
          piece={piece}
          spans={spans}
          index={piece.sentence}
          sentence={sentence}
          summaryText={text}
          sourceText={isSame ? source.text : null}
          isStop={piece.sentence === current && piece.isFirst}
          canJump={isSame && firstPassage(sentence) !== null}
          hasArrived={arrived.some(({ start, end }) => start === sentence.start && end === sentence.end)}
          tipId={tip.open?.sentence === piece.sentence ? tipId : undefined}
          isLit={evidence?.lit === piece.sentence}
          {...handlers(piece.sentence)}
        />
      );
    });
  }

  return (
    <>
      <div ref={textRef} role="group" aria-label={words.sentences} className="relative">
        <SummaryText compact text={text} language={language} renderLine={renderLine} />
      </div>
      {tip.open === null || open === null ? null : (
        <SentenceTip
          id={tipId}
          tip={tip}
          open={tip.open}
          sentence={open}
          summaryText={text}
          conflicts={conflicts ?? countConflicts(grounding)}
          modelCheck={grounding.check}
          source={isSame ? source : null}
          isChanged={isChanged}
          note={noteOf(tip.open.sentence)}
          tipRef={tipRef}
          onLeave={leave}
          onShow={show}
          onClose={close}
        />
      )}
      <output className="sr-only">{jump?.found === true ? words.shown : ''}</output>
    </>
  );

  function noteOf(sentence: number): string | null {
    if (isChanged) return words.changed;
    return jump?.found === false && jump.sentence === sentence ? words.notFound : null;
  }
}

/** Returns the pieces of each line by the line's start, and the visible sentences. */
function lay(text: string, grounding: Grounding) {
  const sentences: readonly ShownSentence[] = showSentences(grounding, text);
  const lines = parseBlocks(text).flatMap(linesOf);
  const sliced = sliceLines(lines, sentences);
  const shown = sliced.flatMap((line) => line.map((piece) => piece.sentence));
  return {
    sentences,
    pieces: new Map<number, Piece[]>(lines.map((line, index) => [line.start, sliced[index] ?? []])),
    spansOf: new Map(lines.map((line) => [line.start, laySpans(line.text, line.start)])),
    stops: [...new Set(shown.filter((sentence) => sentence !== null))],
  };
}

interface SentenceProps extends ComponentProps<'span'> {
  piece: Piece;
  /** The spans of the line that contains the piece, with their styles. */
  spans: readonly Span[];
  index: number;
  sentence: ShownSentence;
  summaryText: string;
  /** The checked text, or null if it is not available or has changed since. */
  sourceText: string | null;
  /** Whether Tab stops at this sentence. All sentences together are a single Tab stop. */
  isStop: boolean;
  canJump: boolean;
  /** Whether a model has just given its verdict on the sentence. */
  hasArrived: boolean;
  tipId: string | undefined;
  /** Whether the sentence's passages are highlighted in the article. */
  isLit: boolean;
}

/**
 * Shows a sentence, or the piece of it in one line. Its marks take up no space, so that line breaks do not change.
 */
function Sentence(props: SentenceProps) {
  const { piece, spans, index, sentence, summaryText, sourceText, ...rest } = props;
  const { isStop, canJump, hasArrived, tipId, isLit, ...handlers } = rest;
  const words = useGroundingWords();
  // A sentence that is not checked looks like plain text, so screen readers also read it as plain text.
  const flags = sentence.state === 'not-checked' ? [] : sentence.flags;
  const findings = describeFlags(flags, { summaryText, sourceText, words });
  return (
    // The text of a real link could not be selected by dragging.
    <span
      {...handlers}
      role="link"
      tabIndex={isStop ? 0 : -1}
      aria-disabled={canJump ? undefined : true}
      aria-describedby={tipId}
      data-sentence={index}
      data-state={sentence.state}
      data-arrived={hasArrived ? '' : undefined}
      data-lit={isLit ? '' : undefined}
      data-open={tipId === undefined ? undefined : ''}
      className="grounded"
    >
      {piece.parts.map((part) =>
        part.mark === null ? (
          <PartText key={part.start} part={part} spans={spans} />
        ) : (
          <span key={part.start} data-testid="flag" data-mark={part.mark} className="grounded-flag">
            <PartText part={part} spans={spans} />
          </span>
        ),
      )}
      {piece.isLast && findings.length > 0 ? (
        // The element announces what the marks show. It is empty and inline, so that copied text contains neither its
        // words nor a line break.
        <span
          role="img"
          aria-label={findings.map(({ text }) => text).join('; ')}
          data-testid="doubt"
          className="inline-block size-0"
        />
      ) : null}
    </span>
  );
}

function PartText({ part, spans }: { part: Part; spans: readonly Span[] }) {
  return <SpansView spans={cutSpans(spans, { start: part.start, end: part.start + part.text.length })} />;
}
