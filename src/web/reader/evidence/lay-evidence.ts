import type { Grounding, GroundingState } from '#schema/runs/grounding.ts';
import type { SummarizedText } from '#schema/runs/summary.ts';
import { passagesOf } from '#web/summary-panel/check/decision.ts';
import { findPassages } from '#web/summary-panel/passages/find-passage.ts';
import { rangeOf, textNodesOf } from '#web/summary-panel/passages/highlight-passage.ts';

/** A passage of the article, and the sentence of the summary that it supports or contradicts. */
export interface EvidenceMark {
  sentence: number;
  state: GroundingState;
  range: Range;
}

interface Laid {
  article: Element;
  /** The text that was summarized. */
  text: string;
  of: SummarizedText;
  grounding: Grounding;
}

/** Where the summary comes from, in the order of the article. */
export function layEvidence({ article, text, of, grounding }: Laid): EvidenceMark[] {
  const wanted = grounding.sentences.flatMap((sentence, index) => {
    const { found, named } = passagesOf(sentence);
    return [...found, ...named].map((passage) => ({ sentence: index, state: sentence.state, passage }));
  });
  const nodes = textNodesOf(article, of);
  const places = findPassages(
    text,
    wanted.map(({ passage }) => passage),
    nodes.map((node) => node.data),
  );
  return wanted
    .flatMap(({ sentence, state }, index) => {
      const place = places[index] ?? null;
      const range = place === null ? null : rangeOf(nodes, place);
      return range === null ? [] : [{ sentence, state, range }];
    })
    .toSorted((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range));
}
