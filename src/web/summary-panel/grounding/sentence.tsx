import type { ComponentProps } from 'react';
import { cutSpans, type Span } from '#web/markdown/lay-spans.ts';
import { SpansView } from '#web/markdown/spans-view.tsx';
import { describeFlags } from './findings.ts';
import { useGroundingWords } from './grounding-words.ts';
import type { ShownSentence } from './shown-flags.ts';
import type { Part, Piece } from './slice-lines.ts';

interface SentenceProps extends ComponentProps<'span'> {
  piece: Piece;
  /** The spans of its line, with their styles. */
  spans: readonly Span[];
  index: number;
  sentence: ShownSentence;
  summaryText: string;
  /** The checked text; null if not available or changed since. */
  sourceText: string | null;
  /** All sentences together are a single Tab stop. */
  isStop: boolean;
  canJump: boolean;
  /** A model has just decided on it. */
  hasArrived: boolean;
  tipId: string | undefined;
  /** Its passages are lit in the article. */
  isLit: boolean;
}

/** A sentence, or the piece of it in one line. Its marks take up no space, so line breaks do not change. */
export function Sentence(props: SentenceProps) {
  const { piece, spans, index, sentence, summaryText, sourceText, ...rest } = props;
  const { isStop, canJump, hasArrived, tipId, isLit, ...handlers } = rest;
  const words = useGroundingWords();
  // An undecided sentence looks like plain text, so it is read like plain text.
  const flags = sentence.state === 'undecided' ? [] : sentence.flags;
  const findings = describeFlags(flags, { summaryText, sourceText, words });
  return (
    // A real link could not be selected by dragging.
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
        // Announces what the marks show. Empty and inline, so that copied text has neither its words nor a line break.
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

export function PartText({ part, spans }: { part: Part; spans: readonly Span[] }) {
  return <SpansView spans={cutSpans(spans, { start: part.start, end: part.start + part.text.length })} />;
}
