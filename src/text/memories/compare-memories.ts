import { stopwordsOf } from '#text/language/stopwords.ts';
import { indexTerms } from '#text/search-terms.ts';
import words from './words.json' with { type: 'json' };

/** Search terms that make a statement a standing one. They do not say what the statement is about. */
const framing = new Set(
  'always never from now on onward onwards forward going henceforth future please must should shall use uses using used prefer preferred preference rather like want dont not ever again stop remember rule convention decided chose chosen agreed settled instead over than longer anymore answer reply respond speak talk antworte reponds responde contesta 回答 回复 答え immer nie niemals stets ab jetzt sofort kunftig bitte verwende benutze nutze bevorzuge lieber nicht mehr toujours jamais desormais dorenavant utilise utiliser prefere plus siempre nunca jamas ahora usa usar prefiero 总是 始终 以后 不要 使用 请用 喜欢 从现 现在 在开 开始 今後 常に に使 使っ って てく くだ ださ さい して'.split(
    ' ',
  ),
);

/** The function words of all languages of the rules, because a statement is too short to tell its language. */
const functionWords = new Set(
  ['en', 'de', 'fr', 'es'].flatMap((language) => indexTerms([...stopwordsOf(language)].join(' ')).split(' ')),
);

const negative =
  /\b(?:never|not|don['’]?t|do not|must not|stop|avoid|no longer|without|hate|dislike|nie|niemals|nicht|kein\p{L}{0,2}|vermeide|jamais|ne pas|pas|évite|nunca|jamás|no|evita)\b|不要|别|禁止|不得|不再|不用|不必|不喜|讨厌|しない|ないで|決して|禁止/iu;

/** The share of terms that two statements must have in common to be about the same thing. */
const sameTopic = 0.6;
const withdrawnTopic = 0.5;

interface Statement {
  text: string;
}

/** Finds the standing statements that a newer statement contradicts. */
export function findContradicted<S extends Statement>(text: string, standing: readonly S[]): S[] {
  const newer = read(text);
  return standing.filter((statement) => contradicts(newer, read(statement.text)));
}

/** Finds the standing statement that a sentence takes back, or null if it names none well enough. */
export function findWithdrawn<S extends Statement>(text: string, standing: readonly S[]): S | null {
  const terms = termsOf(text);
  let best: { statement: S; share: number } | null = null;
  for (const statement of standing) {
    const own = read(statement.text).terms;
    const share = own.size === 0 ? 0 : countShared(own, terms) / own.size;
    if (share >= withdrawnTopic && share > (best?.share ?? 0)) best = { statement, share };
  }
  return best?.statement ?? null;
}

/** The share of its terms that a statement has in common with one that says the same, and of all terms of both. */
const restated = { own: 0.8, both: 0.5 };

/** Prepares statements, so that those that say the same as another one are found without comparing all. */
export function createRestatements<S extends Statement>(statements: readonly S[]): (said: S) => S[] {
  const readings = statements.map(({ text }) => read(text));
  const byTerm = new Map<string, number[]>();
  for (const [at, { terms }] of readings.entries())
    for (const term of terms) byTerm.set(term, [...(byTerm.get(term) ?? []), at]);
  return (said) => {
    const own = read(said.text);
    const needed = Math.ceil(own.terms.size * restated.own);
    // Whatever has enough of the terms has one of these rarest ones.
    const rarest = [...own.terms]
      .sort((one, other) => (byTerm.get(one)?.length ?? 0) - (byTerm.get(other)?.length ?? 0))
      .slice(0, own.terms.size - needed + 1);
    const near = new Set(rarest.flatMap((term) => byTerm.get(term) ?? []));
    return [...near]
      .sort((one, other) => one - other)
      .flatMap((at) => {
        const [statement, reading] = [statements[at], readings[at]];
        if (statement === undefined || reading === undefined || statement === said) return [];
        return saysTheSame(own, reading) ? [statement] : [];
      });
  };
}

function saysTheSame(own: Reading, other: Reading): boolean {
  const shared = countShared(own.terms, other.terms);
  return (
    shared >= own.terms.size * restated.own &&
    shared >= (own.terms.size + other.terms.size - shared) * (own.terms.size === 1 ? 1 : restated.both) &&
    own.isNegative === other.isNegative &&
    !choosesOtherwise(own, other)
  );
}

/** Measures how much of a statement is about the words of a question, from 0 to 1. */
export function shareOfTerms(text: string, asked: ReadonlySet<string>): number {
  const own = read(text).terms;
  return own.size === 0 ? 0 : countShared(own, asked) / Math.sqrt(own.size * Math.max(1, asked.size));
}

/** The search terms that say what a text is about. */
export function termsOf(text: string): Set<string> {
  return new Set(
    indexTerms(text)
      .split(' ')
      .filter((term) => term !== '' && !functionWords.has(term) && !framing.has(term)),
  );
}

interface Reading {
  terms: Set<string>;
  isNegative: boolean;
  alternatives: ReturnType<typeof readAlternatives>;
}

/** Readings are kept, because each statement is compared with all standing ones again and again. */
const readings = new Map<string, Reading>();
const keptReadings = 2000;

function read(text: string): Reading {
  const known = readings.get(text);
  if (known !== undefined) return known;
  const reading = {
    terms: termsOf(text),
    isNegative: negative.test(text),
    alternatives: readAlternatives(text),
  };
  if (readings.size >= keptReadings) readings.clear();
  readings.set(text, reading);
  return reading;
}

function contradicts(newer: Reading, older: Reading): boolean {
  return (
    choosesOtherwise(newer, older) ||
    (newer.isNegative !== older.isNegative && isSameTopic(newer.terms, older.terms)) ||
    replacesByName(newer, older)
  );
}

function isSameTopic(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = countShared(one, other);
  return shared > 0 && shared / (one.size + other.size - shared) >= sameTopic;
}

/** Whether the statements choose differently for the same thing: tabs or spaces, pnpm or npm. */
function choosesOtherwise(newer: Reading, older: Reading): boolean {
  for (const [group, chosen] of newer.alternatives.chosen) {
    const before = older.alternatives.chosen.get(group);
    if (before === undefined || before === chosen || newer.isNegative !== older.isNegative) continue;
    const [ours, theirs] = [newer, older].map(({ terms, alternatives }) => alternatives.without(terms));
    if (ours === undefined || theirs === undefined) continue;
    if (ours.size === 0 && theirs.size === 0) return true;
    if (isSameTopic(ours, theirs)) return true;
  }
  return false;
}

/**
 * Whether the newer statement names what the older one asks for: "use dayjs instead of moment" ends "always use
 * moment".
 */
function replacesByName(newer: Reading, older: Reading): boolean {
  const { rejected } = newer.alternatives;
  if (rejected.size === 0 || older.isNegative || older.terms.size === 0) return false;
  const named = countShared(older.terms, rejected);
  return named > 0 && countShared(older.terms, newer.terms) === older.terms.size;
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of one) if (other.has(term)) shared += 1;
  return shared;
}

/** The words for alternatives, by group. A later choice in a group replaces an earlier one. */
const values: ReadonlyMap<string, { group: string; value: string }> = new Map(
  Object.entries<Record<string, string>>(words.alternatives).flatMap(([group, choices]) =>
    Object.entries(choices).flatMap(([value, list]) =>
      list.split(' ').map((word): [string, { group: string; value: string }] => [word, { group, value }]),
    ),
  ),
);

/** What follows these words is not wanted any more. */
const insteadOf =
  /\b(?:instead of|rather than|in place of|over|not|no longer|statt|anstatt|anstelle von|au lieu de|plutôt que|en lugar de|en vez de)\s+(\S{1,40}(?:\s\S{1,40}){0,2})|(?:而不是|代替)(\S{1,8})/giu;

interface Alternatives {
  /** The choice in each group. */
  chosen: Map<string, string>;
  /** The search terms of what is named as not wanted. */
  rejected: Set<string>;
  /** Leaves out the terms of the choices. */
  without(terms: ReadonlySet<string>): Set<string>;
}

function readAlternatives(text: string): Alternatives {
  const rejected = new Set<string>();
  const kept = text.replace(insteadOf, (_all, words: string = '', unspaced: string = '') => {
    for (const term of indexTerms(`${words} ${unspaced}`).split(' ')) if (term !== '') rejected.add(term);
    return ' ';
  });
  const chosen = new Map<string, string>();
  for (const term of indexTerms(kept).split(' ')) {
    const known = values.get(term);
    if (known !== undefined && !chosen.has(known.group)) chosen.set(known.group, known.value);
  }
  return {
    chosen,
    rejected,
    without: (terms) => new Set([...terms].filter((term) => !values.has(term) && !rejected.has(term))),
  };
}
