import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { GroundedSentence } from '#schema/grounding.ts';
import type { Summary } from '#schema/summary.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type Line, linesOf, parseBlocks } from '#web/summary-panel/parse-blocks.ts';
import { SummaryText } from '#web/summary-panel/summary-text.tsx';
import './grounding.css';
import { Sentence } from './sentence.tsx';
import { SentenceTip } from './sentence-tip.tsx';
import { type Piece, sliceLines } from './slice-lines.ts';
import type { Passage, SummarySource } from './summary-source.ts';
import { useTip } from './use-tip.ts';

interface GroundedTextProps {
  summary: Summary;
  language: string;
  /** Null until the article is here. */
  source: SummarySource | null;
}

/** A stored summary, sentence by sentence, with what the check against its source found. */
export function GroundedText({ summary, language, source }: GroundedTextProps) {
  const { text, grounding } = summary;
  if (grounding === null || grounding.sentences.length === 0)
    return <SummaryText compact text={text} language={language} />;
  return (
    <CheckedText summary={summary} language={language} source={source} sentences={grounding.sentences} />
  );
}

interface CheckedTextProps extends GroundedTextProps {
  sentences: readonly GroundedSentence[];
}

function CheckedText({ summary, language, source, sentences }: CheckedTextProps) {
  const { grounding: words } = useStrings();
  const { text } = summary;
  const pieces = useMemo(() => piecesByLine(text, sentences), [text, sentences]);
  const tip = useTip();
  const tipId = useId();
  const textRef = useRef<HTMLDivElement>(null);
  const tipRef = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [jump, setJump] = useState<{ sentence: number; found: boolean } | null>(null);
  const pointer = useRef('mouse');
  /** A popover that was closed by hand stays so until the focus has been elsewhere. */
  const closed = useRef<number | null>(null);

  // Offsets point into the text that was checked, and into no other.
  const isSame = source?.contentHash === summary.contentHash;
  const isChanged = source !== null && !isSame;
  const open = tip.open === null ? null : (sentences[tip.open.sentence] ?? null);

  function show(sentence: number, passage: Passage): void {
    const found = source?.show(passage) ?? false;
    setJump({ sentence, found });
    if (found) close(sentence);
  }

  function close(sentence: number): void {
    closed.current = sentence;
    if (tipRef.current?.contains(document.activeElement) === true)
      tip.open?.element.focus({ preventScroll: true });
    tip.hide();
  }

  function openTip(sentence: number, element: HTMLElement): void {
    tip.show({ sentence, element });
  }

  function follow(sentence: number, element: HTMLElement): void {
    const [passage] = sentences[sentence]?.support ?? [];
    if (isSame && passage !== undefined) show(sentence, passage);
    else openTip(sentence, element);
  }

  function move(key: string, from: number, element: HTMLElement): boolean {
    const isRightToLeft = getComputedStyle(element).direction === 'rtl';
    const last = sentences.length - 1;
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      ArrowRight: isRightToLeft ? from - 1 : from + 1,
      ArrowLeft: isRightToLeft ? from + 1 : from - 1,
      Home: 0,
      End: last,
    }[key];
    if (to === undefined) return false;
    const next = Math.min(last, Math.max(0, to));
    textRef.current?.querySelector<HTMLElement>(`[data-sentence="${next}"]`)?.focus();
    return true;
  }

  const handlers = (sentence: number) => ({
    onPointerEnter(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch' || event.buttons > 0) return;
      tip.soon({ sentence, element: event.currentTarget });
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch') return;
      if (document.activeElement === tip.open?.element) tip.hold();
      else tip.soon(null);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      pointer.current = event.pointerType;
    },
    onClick({ currentTarget }: { currentTarget: HTMLElement }) {
      // Whoever marks a text to copy it does not want to be led away.
      if (window.getSelection()?.isCollapsed === false) return;
      if (pointer.current !== 'touch') follow(sentence, currentTarget);
      else if (tip.open?.sentence === sentence) tip.hide();
      else openTip(sentence, currentTarget);
    },
    onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
      setCurrent(sentence);
      if (closed.current !== sentence && currentTarget.matches(':focus-visible'))
        openTip(sentence, currentTarget);
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      closed.current = null;
      if (!(tipRef.current?.contains(relatedTarget) ?? false)) tip.hide();
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const element = event.currentTarget;
      if (event.key === 'Enter') follow(sentence, element);
      else if (!move(event.key, sentence, element)) return;
      event.preventDefault();
    },
  });

  function renderLine(line: Line) {
    return pieces.get(line.start)?.map((piece) => {
      const sentence = piece.sentence === null ? undefined : sentences[piece.sentence];
      if (piece.sentence === null || sentence === undefined) return piece.parts.map((part) => part.text);
      return (
        <Sentence
          key={piece.start}
          piece={piece}
          index={piece.sentence}
          sentence={sentence}
          summaryText={text}
          isStop={piece.sentence === current && piece.isFirst}
          canJump={isSame && sentence.support.length > 0}
          tipId={tip.open?.sentence === piece.sentence ? tipId : undefined}
          {...handlers(piece.sentence)}
        />
      );
    });
  }

  return (
    <>
      <div ref={textRef} role="group" aria-label={words.sentences}>
        <SummaryText compact text={text} language={language} renderLine={renderLine} />
      </div>
      {tip.open === null || open === null ? null : (
        <SentenceTip
          id={tipId}
          tip={tip}
          open={tip.open}
          sentence={open}
          summaryText={text}
          sourceText={isSame ? source.text : null}
          note={noteOf(tip.open.sentence)}
          tipRef={tipRef}
          onShow={(passage) => show(tip.open?.sentence ?? 0, passage)}
          onClose={() => close(tip.open?.sentence ?? 0)}
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

function piecesByLine(text: string, sentences: readonly GroundedSentence[]): Map<number, Piece[]> {
  const lines = parseBlocks(text).flatMap(linesOf);
  const sliced = sliceLines(lines, sentences);
  return new Map(lines.map((line, index) => [line.start, sliced[index] ?? []]));
}
