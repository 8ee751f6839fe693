import { type DetailLevel, defaultDetailLevel } from '#schema/language.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { REDUNDANCY, rankUnits } from './extraction/rank-units.ts';
import { budgetOf, type ExtractBudget, mostSentences, selectUnits } from './extraction/select.ts';
import type { Unit } from './extraction/units.ts';

type ExtractOptions = {
  language?: string | undefined;
  budget?: ExtractBudget | undefined;
  detail?: DetailLevel | undefined;
  title?: string | undefined;
  /** Whether the budget is filled even if the last sentence runs over it, for a caller that cuts the text. */
  overrun?: boolean | undefined;
};

/**
 * A chosen sentence on one line. The source between `start` and `end` is the same except for whitespace, quote
 * marks and the hyphens of words that a line end cuts.
 */
type ExtractedSentence = {
  text: string;
  start: number;
  end: number;
  index: number;
};
type ExtractedSummary = {
  text: string;
  sentences: ExtractedSentence[];
  /** The text in parts: each is one sentence with the separator before it. */
  pieces: string[];
  language: string | undefined;
};

/** Makes a summary of the text's own sentences in reading order, each once and with its place in the source. */
export function extractSummary(text: string, options: ExtractOptions = {}): ExtractedSummary {
  const language = options.language ?? guessLanguage(text);
  const ranked = rankUnits(text, {
    sentences: splitSentences(text, language),
    language: primarySubtag(language ?? 'en'),
    title: options.title,
  });
  const unspaced = isUnspaced(text);
  const chosen = chooseUnits(ranked, { ...options, unspaced });
  const pieces = chosen.map((unit, at) => separatorOf(unit, chosen[at - 1], unspaced) + unit.text);
  return {
    text: pieces.join(''),
    sentences: chosen.map(({ text, start, end, index }) => ({ text, start, end, index })),
    pieces,
    language,
  };
}

type Choice = ExtractOptions & { unspaced: boolean };

/** Chooses the units. Without a budget, a level has all the sentences of the level below it, and at least one more. */
function chooseUnits(ranked: ReturnType<typeof rankUnits>, options: Choice): Unit[] {
  const { budget, detail = defaultDetailLevel, overrun = false, unspaced } = options;
  const lengthOf = (unit: Unit): number =>
    budget?.characters === undefined ? unit.wording.length : unit.text.length + 1;
  const eligible = ranked.units.filter((_, at) => ranked.eligible[at] === true);
  const size = { words: eligible.reduce((sum, { wording }) => sum + wording.length, 0), unspaced };
  const common = { ...ranked, lengthOf, redundancy: REDUNDANCY, overrun };
  if (budget !== undefined) {
    const limit = budgetOf(size, { budget });
    return selectUnits({ ...common, ...(limit < FEWEST_FOR_PAIRS ? withoutPairs(ranked) : {}), limit });
  }
  const choose = (
    level: DetailLevel,
    least: number,
    more: Partial<Parameters<typeof selectUnits>[0]>,
  ): Unit[] => {
    const most = Math.max(least, mostSentences(level, eligible.length));
    return selectUnits({ ...common, limit: budgetOf(size, { detail: level }), least, most, ...more });
  };
  const medium = choose('medium', Math.min(2, eligible.length), {});
  if (detail === 'medium') return medium;
  if (detail === 'detailed')
    return choose('detailed', Math.min(medium.length + 1, eligible.length), { kept: medium });
  const told = new Set(medium.map(({ index }) => index));
  const most = Math.max(1, Math.min(mostSentences('short', eligible.length), medium.length - 1));
  return choose('short', 1, { among: (at) => told.has(at), most });
}

// A line of a list has room for one sentence, not for a question and its answer.
const FEWEST_FOR_PAIRS = 30;

function withoutPairs({ units }: ReturnType<typeof rankUnits>) {
  return {
    leading: units.map(() => false),
    dependent: units.map(({ wording }) => wording.unresolved),
  };
}

const FINISHED = /[.!?。！？…؟۔।॥။។:：;；][\s"'”’»」』)\]）】*_`]*$/u;

// If the first sentence ends with none of these, a blank separated the two, as in Thai.
const CLOSED_UNSPACED = /[.!?。！？…:：;；，、][\s"'”’»」』)\]）】]*$/u;

// A numbered clause of a contract, or a line of a Chinese or Japanese record that names who spoke.
const CLAUSE = /^(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?\s|[\p{L}·]{1,10}：)/u;

/**
 * The text between two sentences. Turns, list items and text after an unfinished line start on a new line; other
 * sentences follow directly.
 */
function separatorOf(unit: Unit, previous: Unit | undefined, unspaced: boolean): string {
  if (previous === undefined) return '';
  const apart = [unit, previous].some(
    ({ kind, text }) => kind === 'turn' || kind === 'item' || CLAUSE.test(text),
  );
  const goesOn = unit.index === previous.index + 1 && unit.paragraph === previous.paragraph;
  if (apart || !(goesOn || FINISHED.test(previous.text))) return '\n';
  return unspaced && CLOSED_UNSPACED.test(previous.text) ? '' : ' ';
}
