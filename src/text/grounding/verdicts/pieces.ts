import words from '#text/grounding/words.json' with { type: 'json' };

/** A word, a sign that belongs to a number, or a punctuation mark that parts clauses. */
export type Piece = { text: string; mark: boolean };

const PIECE =
  /(?<word>[\p{L}\p{M}\p{N}]+(?:(?:['’‐‑-](?=\p{L}|\p{N})|(?<=\p{N})[.,:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*)|(?<mark>[,;:()?、—"“”„«»「」『』‘‚‹›]|\s[–-]\s|\s–(?=\p{L})|(?<=\p{L})–(?=[\s,.]))|[%‰€$£¥°±≈≤≥~+=&/−–]|[<>-](?=\s?\p{N})/gu;
const GAP =
  /\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const LETTERS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const QUOTES = /["“”„«»「」『』‘‚‹›]/u;

/** Splits a text into pieces that are equal for equal words, whatever the forms of signs and blanks. */
export function split(text: string): Piece[] {
  const plain = text
    .normalize('NFKC')
    .replace(/[*_`\u00ad\u200b]/gu, '')
    .replace(GAP, '');
  return [...plain.matchAll(PIECE)].flatMap(({ 0: found, groups }) => {
    if (groups?.mark !== undefined)
      return { text: QUOTES.test(found) ? '"' : found.replace(/\s?[–-]\s?/u, '—'), mark: true };
    // Between unspaced words no blank shows where a cut ends.
    if (UNSPACED.test(found))
      return (found.match(LETTERS) ?? []).map((letter) => ({ text: letter, mark: false }));
    return { text: found.replace(/[’]/gu, "'").replace('−', '-'), mark: false };
  });
}

export function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join(' ')
    .replace(GAP, '')
    .replace(/\s(?=[,;:、])/gu, '');
}

export function countQuotes(pieces: readonly Piece[]): number {
  return pieces.filter(({ text }) => text === '"').length;
}

export function isUnspaced(language: string): boolean {
  return language === 'zh' || language === 'ja';
}

/** Whether a language has the word lists that tell what may be cut. */
export function hasLists(language: string): boolean {
  return LISTS.has(language);
}

/** Whether these words, in lower case, are a whole connective such as "in addition". */
export function isConnective(pieces: readonly Piece[], language: string): boolean {
  return HEADS.get(language)?.has(joined(pieces).toLowerCase()) === true;
}

const LIST_NAMES = [
  'negation',
  'denial',
  'limit',
  'saying',
  'universal',
  'join',
  'clause',
  'reason',
  'aim',
  'preposition',
  'opening',
  'at',
  'period',
  'title',
  'contrast',
  'concession',
  'determiner',
  'past',
  'stative',
  'complex',
  'setting',
  'since',
  'start',
  'schedule',
  'copula',
  'ability',
  'adverb',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

const LISTS = new Map<string, Partial<Record<ListName | 'head', string>>>(Object.entries(words.cuts));
const HEADS = setsOf('head', '|');
const SETS = new Map(LIST_NAMES.map((name) => [name, setsOf(name, ' ')]));
const NONE: ReadonlySet<string> = new Set();

function setsOf(name: ListName | 'head', separator: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...LISTS].flatMap(([language, lists]) => {
      const list = lists[name];
      return list === undefined ? [] : [[language, new Set(list.split(separator))] as const];
    }),
  );
}

export function listOf(language: string, list: ListName): ReadonlySet<string> {
  return SETS.get(list)?.get(language) ?? NONE;
}

const ELISION = /^(?:[cdjlmnst]|qu)'/u;
// French puts the subject behind the verb where it reports: "dit-on", "estime-t-il".
const INVERTED = /\p{L}-(?:t-)?(?:ils?|elles?|on|je|nous)$/u;

/** Whether an entry of a list begins at a piece. Words with a line between them are neighbours. */
export function begins(pieces: readonly Piece[], at: number, language: string, list: ListName): boolean {
  const lower = pieces[at]?.text.toLowerCase();
  if (lower === undefined) return false;
  const set = listOf(language, list);
  const next = pieces[at + 1]?.text.toLowerCase();
  if (set.has(lower) || set.has(lower.replace(ELISION, '')) || set.has(`${lower}_${next}`)) return true;
  const elided = /^[^']*'/u.exec(next ?? '')?.[0];
  if (elided !== undefined && set.has(`${lower}_${elided}`)) return true;
  return set.has(`${lower}_${next}_${pieces[at + 2]?.text.toLowerCase()}`);
}

/** Whether one of the pieces is in a list. Unspaced text is searched for the entries. */
export function has(pieces: readonly Piece[], language: string, list: ListName): boolean {
  if (isUnspaced(language)) {
    const text = joined(pieces);
    return [...listOf(language, list)].some((entry) => text.includes(entry));
  }
  return pieces.some(({ text }, at) => {
    const lower = text.toLowerCase();
    if (list === 'negation' && lower.endsWith("n't")) return true;
    if (list === 'saying' && INVERTED.test(lower)) return true;
    return begins(pieces, at, language, list);
  });
}

/** Whether pieces limit, deny or attribute what stands beside them. */
export function limits(pieces: readonly Piece[], language: string): boolean {
  if (!isClause(pieces, language) && has(pieces, language, 'negation')) return true;
  return (['denial', 'limit', 'saying'] as const).some((list) => has(pieces, language, list));
}

export const RELATIVE = /^(?:which|who|whose|where|qui|que|dont|où|cuyo|cuya|der|die|das)$/u;

/** Whether a clause of its own begins: what it denies is not the claim. */
function isClause(pieces: readonly Piece[], language: string): boolean {
  if (isUnspaced(language)) return false;
  const opening = pieces.slice(0, 3).filter(({ mark }) => !mark);
  return (
    opening.slice(0, 2).some(({ text }) => RELATIVE.test(text)) ||
    (has(opening.slice(0, 1), language, 'join') && has(opening.slice(1, 2), language, 'clause'))
  );
}
