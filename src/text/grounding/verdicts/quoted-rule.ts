import type { Placed } from '#text/grounding/alignment/align.ts';
import { findQuantities } from '#text/grounding/quantities.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { hideMarkup } from '#text/grounding/source-text.ts';
import words from '#text/grounding/words.json' with { type: 'json' };
import type { Sentence } from '#text/sentences/sentences.ts';

type Claim = { text: string; placed: readonly Placed[] };

const FEWEST_WORDS = 2;

/**
 * Whether a claim quotes its passage: it has the same words and punctuation, and only whole adjuncts are cut, at an
 * edge or as a parenthesis. Nothing that limits, denies or attributes the rest may be cut. In languages without word
 * lists, nothing may be cut at all.
 */
export function isQuoted({ text, placed }: Claim, source: SourceIndex): boolean {
  const claim = split(text);
  if (claim.length === 0 || claim.at(-1)?.text === '?') return false;
  const content = placed.flatMap(({ alignment }) => alignment.claim.filter(({ light }) => !light));
  return passagesOf(placed, source).some((passage) => {
    if (isSetApart(passage[0], source)) return false;
    const told = split(passage.map((sentence) => hideMarkup(sentence.text)).join(' '));
    const cut: Cut = { claim, told, passage: passage[0], language: source.language };
    if (told.length !== claim.length && content.length < FEWEST_WORDS) return false;
    const inside = quotesBefore(passage[0], source);
    return startsOf(cut).some((start) => {
      if (countQuotes(told.slice(0, start)) % 2 !== inside % 2) return false;
      return endsOf(cut, start).some((end) => isFreeTail(cut, end));
    });
  });
}

/** Lists the sentences that may hold the claim, and the run of them if the claim was placed on neighbours. */
function passagesOf(placed: readonly Placed[], { sentences }: SourceIndex): [Sentence, ...Sentence[]][] {
  const places = [...new Set(placed.map(({ sentence }) => sentence))].sort((a, b) => a - b);
  const [first = 0] = places;
  const isRun = places.length > 1 && places.every((place, at) => place === first + at);
  const runs = isRun ? [places, ...places.map((place) => [place])] : places.map((place) => [place]);
  return runs.flatMap((run) => {
    const [head, ...rest] = run.flatMap((place) => sentences[place] ?? []);
    return head === undefined ? [] : [[head, ...rest] as [Sentence, ...Sentence[]]];
  });
}

/** A word, a sign that belongs to a number, or a punctuation mark that parts clauses. */
type Piece = { text: string; mark: boolean };

const PIECE =
  /(?<word>[\p{L}\p{M}\p{N}]+(?:(?:['’‐‑-](?=\p{L}|\p{N})|(?<=\p{N})[.,:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*)|(?<mark>[,;:()?、—"“”„«»「」『』‘‚‹›]|\s[–-]\s)|[%‰€$£¥°±≈≤≥~+=&/−–]|[<>-](?=\s?\p{N})/gu;
const GAP =
  /\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+/gu;
const QUOTES = /["“”„«»「」『』‘‚‹›]/u;

/** Splits a text into pieces that are equal for equal words, whatever the forms of signs and blanks. */
function split(text: string): Piece[] {
  const plain = text
    .normalize('NFKC')
    .replace(/[*_`\u00ad\u200b]/gu, '')
    .replace(GAP, '');
  return [...plain.matchAll(PIECE)].map(({ 0: found, groups }) => {
    if (groups?.mark === undefined)
      return { text: found.replace(/[’]/gu, "'").replace('−', '-'), mark: false };
    return { text: QUOTES.test(found) ? '"' : found.replace(/\s[–-]\s/u, '—'), mark: true };
  });
}

type Cut = { claim: readonly Piece[]; told: readonly Piece[]; passage: Sentence; language: string };

/** Lists the places in the passage where the claim may begin: what stands before must be free to cut. */
function startsOf(cut: Cut): number[] {
  const { claim, told } = cut;
  return told.flatMap((piece, at) => {
    if (piece.text.toLowerCase() !== claim[0]?.text.toLowerCase()) return [];
    return at === 0 || isFreeHead(cut, at) ? [at] : [];
  });
}

/** Lists where the claim may end if it begins at `start`. Between its words, only parentheses may be cut. */
function endsOf(cut: Cut, start: number): number[] {
  const { claim, told } = cut;
  let reached = new Set([start + 1]);
  for (const piece of claim.slice(1)) {
    const next = new Set<number>();
    for (const at of reached)
      for (const place of [at, ...afterParentheses(cut, at)])
        if (told[place]?.text === piece.text) next.add(place + 1);
    reached = next;
  }
  return [...reached];
}

const CLOSING: Record<string, string> = { ',': ',', '—': '—', '(': ')' };

/** Finds where the passage goes on after a parenthesis that begins here and is free to cut. */
function afterParentheses(cut: Cut, at: number): number[] {
  const { told, language } = cut;
  const closing = CLOSING[told[at]?.text ?? ''];
  if (closing === undefined || !(language in LISTS)) return [];
  if (closing === ',' && isUnspaced(language)) return [];
  const end = told.findIndex(({ text }, place) => place > at && text === closing);
  const inside = told.slice(at + 1, end);
  if (end < 0 || inside.some(({ mark }) => mark) || limits(inside, language)) return [];
  if (closing === ',') {
    if ((['universal', 'negation'] as const).some((list) => has(told.slice(0, at), language, list)))
      return [];
    const goesOn = isList(inside, language) || has(told.slice(end + 1, end + 2), language, 'join');
    if (goesOn && !RELATIVE.test(inside[0]?.text ?? '')) return [];
    if (language === 'de' && isRestrictive(told.slice(0, at), inside)) return [];
  }
  return [end + 1];
}

const RELATIVE = /^(?:which|who|whose|where|qui|que|dont|où|cuyo|cuya|der|die|das)$/u;

/** Whether a German relative clause may choose among several, as in "Kunden, die zahlen": commas do not tell. */
function isRestrictive(before: readonly Piece[], clause: readonly Piece[]): boolean {
  const opening = clause.findIndex(({ text }) => PRONOUN.test(text));
  if (opening < 0 || opening > 1) return false;
  if (clause.some(({ text }) => /^(?:auch|übrigens|zudem)$/u.test(text))) return false;
  // An apposition such as "die Firma Tranova" ends with a noun, a clause with its verb.
  if (CAPITAL.test(clause.at(-1)?.text ?? '')) return false;
  const [first, second] = before.slice(-2);
  if ([first, second].every((piece) => CAPITAL.test(piece?.text ?? '')) && !ARTICLE.test(first?.text ?? ''))
    return false;
  return !before.slice(-4).some(({ text }) => /^eine?[nmr]?$/u.test(text));
}

const PRONOUN = /^(?:der|die|das|den|dem|deren|dessen|denen|welche[rsmn]?)$/u;
const ARTICLE = /^(?:D(?:er|ie|as|en|em)|Eine?|Kein|Jede[rs]?|Alle)$/u;
const CAPITAL = /^\p{Lu}/u;

/** Whether the claim may leave out everything before this piece: a connective, a label or a time. */
function isFreeHead(cut: Cut, start: number): boolean {
  const { told, passage, language } = cut;
  const head = told.slice(0, start);
  const last = head.at(-1);
  if (!(language in LISTS) || last === undefined) return false;
  const inside = last.mark ? head.slice(0, -1) : head;
  const text = joined(inside).toLowerCase();
  if (last.text !== '—' && HEADS.get(language)?.has(text) === true) return true;
  if (!last.mark || limits(head, language)) return false;
  if (last.text === ':') return isLabel(inside, passage);
  if (language === 'ja')
    return last.text === '、' && isFreeJapaneseHead(joined(head), joined(told.slice(start)));
  return last.text === ',' && isTime(inside, language);
}

const LONGEST_LABEL = 8;

const CLOCK = /^\d{1,2}:\d{2}/u;

/** Whether a head names the speaker or the time of a message, or what an item of a list is about. */
function isLabel(inside: readonly Piece[], { kind, speaker }: Sentence): boolean {
  if (inside.length > LONGEST_LABEL) return false;
  const isStamped = kind === 'item' || inside.some(({ text }) => CLOCK.test(text));
  return isStamped || (speaker !== undefined && joined(inside).endsWith(joined(split(speaker))));
}

const LONGEST_TIME = 5;
const HABIT = /days$/u;

function isTime(inside: readonly Piece[], language: string): boolean {
  if (inside.length > LONGEST_TIME || inside.some(({ mark }) => mark)) return false;
  const text = joined(inside);
  const [first, second] = findQuantities(text, language);
  if (first?.kind !== 'date' || second !== undefined || HABIT.test(text)) return false;
  const before = text.slice(0, first.start).trim().toLowerCase();
  return before === '' || AT.get(language)?.has(before) === true;
}

// The past tense tells of one event, which a place or a time does not limit.
const PAST = /(?:た|ました|でした)$/u;
const CLAUSE = /(?:ので|ため|から|て|で|し|り|え|れ|み|き|い|け|せ|ち|に)、$/u;
const TOPIC = /(?<![でにとらへて])は/u;
const CONDITION = /ば|たら|なら|場合|限り|と、/u;

/** Whether a Japanese clause, place or time at the start may go. The rest needs its own subject or topic. */
function isFreeJapaneseHead(head: string, rest: string): boolean {
  if (head.endsWith('は、') || CONDITION.test(rest)) return false;
  if (!(TOPIC.test(head) ? TOPIC : /[はが]/u).test(rest)) return false;
  return (PAST.test(rest) && !/\p{N}/u.test(rest)) || (CLAUSE.test(head) && /[はがを]/u.test(head));
}

/** Whether the claim may leave out everything from this piece on: an adjunct or a clause of its own. */
function isFreeTail(cut: Cut, end: number): boolean {
  const { told, claim, language } = cut;
  const [first, ...rest] = told.slice(end);
  if (first === undefined) return countQuotes(claim) % 2 === 0;
  if (!(language in LISTS) || countQuotes(claim) % 2 === 1) return false;
  const tail = first.mark ? rest : [first, ...rest];
  if (tail.some(({ text }) => text === '?')) return false;
  if (isReason(cut, tail)) return !has(tail, language, 'saying');
  const isOwn = first.text === ';' || first.text === ':';
  const checked = isOwn ? told.slice(end, end + OPENING) : told.slice(end);
  if (limits(checked, language) || TAKES_BACK.some((list) => has(tail, language, list))) return false;
  if (first.text === '(' || isOwn) return language !== 'ja';
  if (isUnspaced(language)) return language === 'zh' && ENDS.test(first.text);
  if (!first.mark) return has([first], language, 'join') && has(tail.slice(1, 2), language, 'clause');
  if (!ENDS.test(first.text) || isList(tail, language) || !opensAdjunct(tail, language)) return false;
  return language !== 'de' || !isGermanRemainder(told.slice(0, end), tail);
}

const ENDS = /^[,—]$/u;
// A clause after a semicolon or colon stands by itself, unless its first words go back to the claim.
const OPENING = 5;
const TAKES_BACK = ['denial', 'saying'] as const;

/** Whether the tail only gives a reason; what a reason denies or limits is not the claim. */
function isReason({ claim, language }: Cut, tail: readonly Piece[]): boolean {
  if (has(claim, language, 'negation')) return false;
  if (!isUnspaced(language)) return has(tail.slice(0, 1), language, 'reason');
  return [...(SETS.reason.get(language) ?? [])].some((word) => tail[0]?.text.startsWith(word));
}

const LONGEST_ITEM = 3;
const SHORTEST_PHRASE = 4;
const PARTICIPLE = /(?:[éi]e?s?|ant|[aio]d[ao]s?|[ií]d[ao]s?|ndo|[crp]ert[ao]s?|puest[ao]s?|\p{N})$/u;

/**
 * Whether a tail adds something: a short phrase with a preposition limits ("…, in mice"), and a tail that begins with
 * a verb reports in French and Spanish.
 */
function opensAdjunct(tail: readonly Piece[], language: string): boolean {
  const opening = tail.slice(0, 1);
  if (has(opening, language, 'preposition')) return tail.length >= SHORTEST_PHRASE;
  return (
    !SETS.opening.has(language) ||
    has(opening, language, 'opening') ||
    PARTICIPLE.test(opening[0]?.text ?? '')
  );
}

/** Whether a tail goes on with a list: ", Leeds and York". */
function isList(tail: readonly Piece[], language: string): boolean {
  const ends = (piece: Piece): boolean =>
    piece.mark || has([piece], language, 'join') || /^(?:or|oder|ou|o)$/u.test(piece.text);
  const at = tail.findIndex((piece, place) => place > 0 && ends(piece));
  if (has(tail.slice(0, 1), language, 'join')) return tail.length <= LONGEST_ITEM + 1;
  return at > 0 && at <= LONGEST_ITEM;
}

const COMPLEMENT = /^(?:dass|ob|wie|warum|weshalb|wer|wen|wem)$/u;
const PARTICLE =
  /^(?:ab|an|auf|aus|bei|ein|fest|fort|frei|her|hin|los|mit|nach|statt|teil|vor|weg|weiter|wieder|zu|zurück|zusammen)$/u;
const INFINITIVE = /^(?:\p{Ll}{4,}n|tun|sein)$/u;
const SHORTEST_CLAUSE = 4;

/** Whether a German tail holds a part of the claim's own clause: its verb, its particle or its object. */
function isGermanRemainder(before: readonly Piece[], tail: readonly Piece[]): boolean {
  if (COMPLEMENT.test(tail[0]?.text ?? '') || PARTICLE.test(tail.at(-1)?.text ?? '')) return true;
  const isInfinitive = tail.some(
    ({ text }, at) =>
      /^(?:ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|statt|teil|vor|weg|weiter|wieder|zurück|zusammen)zu\p{Ll}+n$/u.test(
        text,
      ) ||
      (text === 'zu' && INFINITIVE.test(tail[at + 1]?.text ?? '')),
  );
  if (isInfinitive && tail[0]?.text !== 'um') return true;
  if (isVerbFirst(tail)) return true;
  const last = tail.findLastIndex(({ mark }) => mark);
  if (last >= 0 && tail.length - last - 1 < SHORTEST_CLAUSE) return true;
  return isRestrictive(before, tail);
}

const VERB = /^\p{Ll}+(?:t|te|ten|en)$/u;
const SUBJECT = /^(?:der|die|das|ein|eine|seine?|ihre?|man|er|sie|es|ihm|ihr|ihnen|\p{Lu}.*)$/u;

/** Whether a German tail begins with its verb, as clauses that report ("meldet die Zeitung") or set conditions do. */
function isVerbFirst([first, second]: readonly Piece[]): boolean {
  return (
    VERB.test(first?.text ?? '') && !FUNCTION.test(first?.text ?? '') && SUBJECT.test(second?.text ?? '')
  );
}

const FUNCTION = /^(?:mit|seit|samt|den|unten|oben|gegen|neben|zwischen|wegen|damit|somit|letzten|ersten)$/u;

type Lists = Partial<
  Record<
    | 'negation'
    | 'denial'
    | 'limit'
    | 'saying'
    | 'universal'
    | 'head'
    | 'join'
    | 'clause'
    | 'reason'
    | 'preposition'
    | 'opening'
    | 'at',
    string
  >
>;
type ListName = Exclude<keyof Lists, 'head'>;

const LISTS: Readonly<Record<string, Lists>> = words.cuts;
const HEADS = setsOf('head', '|');
const AT = setsOf('at', ' ');
const SETS = {
  negation: setsOf('negation', ' '),
  denial: setsOf('denial', ' '),
  limit: setsOf('limit', ' '),
  saying: setsOf('saying', ' '),
  universal: setsOf('universal', ' '),
  join: setsOf('join', ' '),
  clause: setsOf('clause', ' '),
  reason: setsOf('reason', ' '),
  preposition: setsOf('preposition', ' '),
  opening: setsOf('opening', ' '),
  at: AT,
};

function setsOf(name: keyof Lists, separator: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(LISTS).flatMap(([language, lists]) => {
      const list = lists[name];
      return list === undefined ? [] : [[language, new Set(list.split(separator))] as const];
    }),
  );
}

const ELISION = /^(?:[cdjlmnst]|qu)'/u;
// French puts the subject behind the verb where it reports: "dit-on", "estime-t-il".
const INVERTED = /\p{L}-(?:t-)?(?:ils?|elles?|on|je|nous)$/u;

/**
 * Whether one of the pieces is in a list. Two words with a line between them are neighbours; unspaced text is
 * searched for the entries.
 */
function has(pieces: readonly Piece[], language: string, list: ListName): boolean {
  const set = SETS[list].get(language) ?? new Set<string>();
  if (isUnspaced(language)) {
    const text = joined(pieces);
    return [...set].some((entry) => text.includes(entry));
  }
  return pieces.some(({ text }, at) => {
    const lower = text.toLowerCase();
    if (list === 'negation' && lower.endsWith("n't")) return true;
    if (list === 'saying' && INVERTED.test(lower)) return true;
    const pair = `${lower}_${pieces[at + 1]?.text.toLowerCase()}`;
    return [lower, lower.replace(ELISION, ''), pair].some((form) => set.has(form));
  });
}

/** Whether pieces limit, deny or attribute what stands beside them. */
function limits(pieces: readonly Piece[], language: string): boolean {
  if (!isClause(pieces, language) && has(pieces, language, 'negation')) return true;
  return (['denial', 'limit', 'saying'] as const).some((list) => has(pieces, language, list));
}

/** Whether a clause of its own begins: what it denies is not the claim. */
function isClause(pieces: readonly Piece[], language: string): boolean {
  if (isUnspaced(language)) return false;
  const opening = pieces.slice(0, 3).filter(({ mark }) => !mark);
  return (
    opening.slice(0, 2).some(({ text }) => RELATIVE.test(text)) ||
    (has(opening.slice(0, 1), language, 'join') && has(opening.slice(1, 2), language, 'clause'))
  );
}

function isUnspaced(language: string): boolean {
  return language === 'zh' || language === 'ja';
}

function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join(' ')
    .replace(GAP, '')
    .replace(/\s(?=[,;:、])/gu, '');
}

function countQuotes(pieces: readonly Piece[]): number {
  return pieces.filter(({ text }) => text === '"').length;
}

const LONGEST_PARAGRAPH = 20_000;

/** Counts the quotation marks of the paragraph before a sentence. Inside a quotation, the number is odd. */
function quotesBefore({ start, paragraph, index }: Sentence, { text, sentences }: SourceIndex): number {
  let first = index;
  while (sentences[first - 1]?.paragraph === paragraph) first--;
  const from = Math.max(sentences[first]?.start ?? start, start - LONGEST_PARAGRAPH);
  return text.slice(from, start).match(/["“”„«»「」『』]/gu)?.length ?? 0;
}

const MOST_BACK = 60;
const LONGEST_HEADING = 3;

/** Whether a heading or an opening such as "Rejected proposals:" or "Myths" takes back what stands below it. */
function isSetApart({ index, kind }: Sentence, { sentences, language }: SourceIndex): boolean {
  if (!(language in LISTS)) return false;
  let isItem = kind === 'item';
  for (let at = index - 1; at >= Math.max(0, index - MOST_BACK); at--) {
    const above = sentences[at];
    if (above === undefined || (isItem && above.kind === 'item')) continue;
    const pieces = split(above.text);
    if (isItem && /[:：]\s*$/u.test(above.text)) return limits(pieces, language);
    if (above.kind === 'heading')
      return at > 0 && pieces.length <= LONGEST_HEADING + 1 && has(pieces, language, 'denial');
    isItem = false;
  }
  return false;
}
