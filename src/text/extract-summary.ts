import { budgetOf, type ExtractBudget, type ExtractDetail } from './extraction/budget.ts';
import { rankUnits } from './extraction/rank-units.ts';
import { selectUnits } from './extraction/select.ts';
import type { Unit } from './extraction/units.ts';
import { REDUNDANCY } from './extraction/weights.ts';
import { guessLanguage } from './guess-language.ts';
import { splitSentences } from './sentences.ts';
import { primarySubtag } from './stopwords.ts';
import { isUnspaced } from './words.ts';

type ExtractOptions = {
  language?: string | undefined;
  budget?: ExtractBudget | undefined;
  detail?: ExtractDetail | undefined;
  title?: string | undefined;
  /** Fills the budget and lets the last sentence run over it, for a caller that cuts the text itself. */
  overrun?: boolean | undefined;
};

type ExtractedSentence = {
  text: string;
  start: number;
  end: number;
  index: number;
};
type ExtractedSummary = {
  text: string;
  sentences: ExtractedSentence[];
  language: string | undefined;
};

/** A summary made of the text's own sentences, in reading order, each with its place in the source. */
export function extractSummary(text: string, options: ExtractOptions = {}): ExtractedSummary {
  const language = options.language ?? guessLanguage(text);
  const sentences = splitSentences(text, language);
  const ranked = rankUnits(text, {
    sentences,
    language: primarySubtag(language ?? 'en'),
    title: options.title,
  });
  const chosen = selectUnits({
    ...ranked,
    limit: budgetOf(text, options),
    lengthOf: (unit) => (options.budget?.characters === undefined ? unit.length : unit.text.length + 1),
    redundancy: REDUNDANCY,
    overrun: options.overrun ?? false,
  });
  return {
    text: joinUnits(chosen, isUnspaced(text)),
    sentences: chosen.map(({ text, start, end, index }) => ({ text, start, end, index })),
    language,
  };
}

/** Sentences follow each other, turns and list items stand on lines of their own; wrapped lines are made one. */
function joinUnits(units: readonly Unit[], unspaced: boolean): string {
  let text = '';
  units.forEach((unit, at) => {
    const apart = [unit, units[at - 1]].some((other) => other?.kind === 'turn' || other?.kind === 'item');
    if (at > 0) text += apart ? '\n' : unspaced ? '' : ' ';
    text += unit.text.replace(/\s+/gu, ' ');
  });
  return text;
}
