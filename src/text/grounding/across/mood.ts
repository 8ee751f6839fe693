import words from './words.json' with { type: 'json' };

/** The mood of a clause, by the words in it. */
export type Mood = {
  denied: boolean;
  /** Whether the clause surely says no, in a word that every language has: "not", "kein", 没有. */
  refuted: boolean;
  /** Whether the clause surely names a condition: "if", "falls", 如果. */
  conditional: boolean;
  /** Whether the clause has a word that may name a condition: "when", "bei", 一旦. */
  conditioned: boolean;
  /** Whether the clause says no in other words: "refused", "only", "instead". */
  negative: boolean;
  /** Whether the clause leaves open in any way whether it is true. */
  possible: boolean;
  /** Whether the clause says that it may be true: "may", "könnte", 可能. */
  modal: boolean;
  /** Whether the clause says that it is still to come: "will", "soll", 将. */
  planned: boolean;
  /** Whether the clause says that it has happened: "has", "bereits", 已经. */
  done: boolean;
};

type Patterns = Readonly<Record<keyof Mood, RegExp>>;

const MOODS = new Map(
  Object.entries<Partial<Record<keyof Mood, string>>>(words.moods).map(([language, signs]) => [
    language,
    patternsOf(language, signs),
  ]),
);

function patternsOf(language: string, signs: Partial<Record<keyof Mood, string>>): Patterns {
  const { denied, refuted, conditional, conditioned, negative, possible, modal, planned, done } = signs;
  const isSpaced = language !== 'zh' && language !== 'ja';
  const read = (list = ''): RegExp =>
    isSpaced ? new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu') : new RegExp(list, 'u');
  return {
    denied: read(denied),
    refuted: read(refuted),
    conditional: read(conditional),
    conditioned: read(conditioned),
    negative: read(negative),
    possible: read(possible),
    // "May" with a capital is the month.
    modal: language === 'en' ? /(?<!\p{L})(?:may|might|could|perhaps|possibly)(?!\p{L})/u : read(modal),
    planned: read(planned),
    done: read(done),
  };
}

/** Finds the mood of a clause, or undefined for an unknown language. */
export function moodOf(text: string, language: string): Mood | undefined {
  const patterns = MOODS.get(language);
  if (patterns === undefined) return undefined;
  return {
    denied: patterns.denied.test(text),
    refuted: patterns.refuted.test(text),
    conditional: patterns.conditional.test(text),
    conditioned: patterns.conditioned.test(text),
    negative: patterns.negative.test(text),
    possible: patterns.possible.test(text),
    modal: patterns.modal.test(text),
    planned: patterns.planned.test(text),
    done: patterns.done.test(text),
  };
}
