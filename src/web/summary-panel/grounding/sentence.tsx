import type { ComponentProps } from 'react';
import type { GroundedSentence } from '#schema/grounding.ts';
import { useGroundingWords } from './grounding-words.ts';
import { bareDetail } from './quote-passage.ts';
import type { Piece } from './slice-lines.ts';

interface SentenceProps extends ComponentProps<'span'> {
  piece: Piece;
  index: number;
  sentence: GroundedSentence;
  summaryText: string;
  /** All sentences together are one stop of the Tab key. */
  isStop: boolean;
  canJump: boolean;
  tipId: string | undefined;
}

/** A sentence, or the piece of it that stands in one line. Its marks take no room, so that no line breaks anew. */
export function Sentence(props: SentenceProps) {
  const { piece, index, sentence, summaryText, isStop, canJump, tipId, ...handlers } = props;
  const words = useGroundingWords();
  const findings = sentence.flags.map(({ reason, start, end }) =>
    words.flag(reason, bareDetail(summaryText.slice(start, end))),
  );
  return (
    // A real link could not be selected by dragging over it.
    <span
      {...handlers}
      role="link"
      tabIndex={isStop ? 0 : -1}
      aria-disabled={canJump ? undefined : true}
      aria-describedby={tipId}
      data-sentence={index}
      data-state={sentence.state}
      data-open={tipId === undefined ? undefined : ''}
      className="grounded"
    >
      {piece.parts.map((part) =>
        part.isFlagged ? (
          <span key={part.start} data-testid="flag" className="grounded-flag">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
      {piece.isLast && findings.length > 0 ? (
        <span role="img" aria-label={findings.join('; ')} data-testid="doubt" className="grounded-doubt" />
      ) : null}
    </span>
  );
}
