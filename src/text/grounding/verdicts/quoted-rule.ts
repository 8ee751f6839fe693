import type { Placed } from '#text/grounding/alignment/align.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { hideMarkup } from '#text/grounding/source-text.ts';
import type { Sentence } from '#text/sentences/sentences.ts';
import {
  countDates,
  countNumbers,
  findEvent,
  firstClause,
  isDate,
  isDated,
  isDay,
  isMeasured,
  isRated,
  isTime,
  saysSinceWhen,
  saysWhen,
} from './adjuncts.ts';
import { type Compared, DEGREE, isElsewhere, isFreeTail, isList, isPlaced } from './free-tails.ts';
import { isRestrictive } from './german-tails.ts';
import {
  begins,
  countQuotes,
  has,
  hasLists,
  isConnective,
  isUnspaced,
  joined,
  limits,
  type Piece,
  RELATIVE,
  split,
} from './pieces.ts';
import {
  afterChineseClause,
  afterJapaneseClause,
  describesPerson,
  isFreeChineseHead,
  isFreeJapaneseHead,
  isJapaneseTime,
  withoutEnding,
} from './unspaced-cuts.ts';

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
  const { language } = source;
  const event = findEvent(claim, language);
  const amounts = { measured: isMeasured(claim, language), rated: isRated(claim, language) };
  const content = placed.flatMap(({ alignment }) => alignment.claim.filter(({ light }) => !light));
  return passagesOf(placed, source).some((passage) => {
    if (isSetApart(passage[0], source)) return false;
    const told = split(passage.map((sentence) => hideMarkup(sentence.text)).join(' '));
    const dates = event < 0 ? 0 : countDates(told, language);
    const cut: Cut = { claim, told, passage: passage[0], language, event, dates, ...amounts };
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

type Cut = Compared & { passage: Sentence; rated: boolean };

// Nothing longer than this is left out before a claim.
const LONGEST_HEAD = 80;

/** Lists the places in the passage where the claim may begin: what stands before must be free to cut. */
function startsOf(cut: Cut): number[] {
  const { claim, told } = cut;
  const opening = claim[0]?.text.toLowerCase();
  return told.slice(0, LONGEST_HEAD).flatMap((piece, at) => {
    if (piece.text.toLowerCase() !== opening) return [];
    return at === 0 || isFreeHead(cut, at) ? [at] : [];
  });
}

/** Lists where the claim may end if it begins at `start`. Between its words, only what is set apart may be cut. */
function endsOf(cut: Cut, start: number): number[] {
  const { claim, told } = cut;
  let reached = new Set([start + 1]);
  for (const piece of claim.slice(1)) {
    const next = new Set<number>();
    for (const at of reached) {
      if (told[at]?.text === piece.text) next.add(at + 1);
      for (const place of [...afterParentheses(cut, at), ...afterAdjunct(cut, at)])
        if (told[place]?.text === piece.text) next.add(place + 1);
    }
    reached = next;
  }
  return [...reached];
}

const CLOSING = new Map([
  [',', ','],
  ['—', '—'],
  ['(', ')'],
]);

/** Finds where the passage goes on after a parenthesis that begins here and is free to cut. */
function afterParentheses(cut: Cut, at: number): number[] {
  const { told, language } = cut;
  const closing = CLOSING.get(told[at]?.text ?? '');
  if (closing === undefined || !hasLists(language)) return [];
  if (closing === ',' && isUnspaced(language)) return [];
  const end = told.findIndex(({ text }, place) => place > at && text === closing);
  const inside = told.slice(at + 1, end);
  if (end < 0 || inside.some(({ mark }) => mark)) return [];
  const isOpen = cut.event < 0 || cut.measured;
  const isTimed = !addsClause(inside, language) && isDated(inside, language);
  if (closing !== ')' && isOpen && (isPlaced(inside, language) || isTimed)) return [];
  const isConceded = begins(inside, 0, language, 'concession') && !has(inside.slice(2), language, 'limit');
  if (!isConceded && limits(inside, language)) return [];
  if (closing === ',') {
    const isClause = language !== 'de' && addsClause(inside, language);
    if (!isClause && !isConceded)
      if ((['universal', 'negation'] as const).some((list) => has(told.slice(0, at), language, list)))
        return [];
    const goesOn =
      isList({ claim: told.slice(0, at), language }, inside) ||
      has(told.slice(end + 1, end + 2), language, 'join');
    if (goesOn && !RELATIVE.test(inside[0]?.text ?? '')) return [];
    if (language === 'de' && !isConceded && isRestrictive(told.slice(0, at), inside)) return [];
  }
  return [end + 1];
}

// In these languages, such a clause between commas chooses nothing.
const ADDED = new Map(
  Object.entries<RegExp>({
    en: /^(?:which|who|whose|where)$/u,
    fr: /^(?:qui|que|dont|où|\p{Ll}{2,}(?:ée?s?|ie?s?|ue?s?))$/u,
    es: /^(?:que|cuy[oa]s?|donde|\p{Ll}{2,}(?:ad|id)[oa]s?|previst[oa]s?)$/u,
  }),
);

function addsClause(inside: readonly Piece[], language: string): boolean {
  return inside.length > 1 && ADDED.get(language)?.test(inside[0]?.text ?? '') === true;
}

/** Finds where the passage goes on after a form of address, a date of an event or a clause about how it came. */
function afterAdjunct(cut: Cut, at: number): number[] {
  const { told, language, event } = cut;
  if (!hasLists(language)) return [];
  if (language === 'ja') return afterJapaneseClause(told, at);
  if (language === 'zh') return afterChineseClause(told, at);
  if (isLooseAdverb(told, at, language)) return [at + 1];
  if (begins(told, at, language, 'title') && CAPITAL.test(told[at + 1]?.text ?? '')) return [at + 1];
  if (event < 0) return [];
  return [1, 2, 3, 4].filter((length) => isLoose(cut, at, length)).map((length) => at + length);
}

/** Whether an adverb such as "also" stands by itself, unlike in "the then mayor" and "alors que". */
function isLooseAdverb(told: readonly Piece[], at: number, language: string): boolean {
  if (!begins(told, at, language, 'adverb') || at === 0) return false;
  const lists = ['determiner', 'preposition', 'limit', 'join'] as const;
  if (lists.some((list) => begins(told, at - 1, language, list))) return false;
  return (
    !/^(?:hasta|desde|que|qu'.*|de|del|as|than)$/u.test(told[at + 1]?.text ?? '') &&
    !BEFORE.test(told[at - 1]?.text ?? '')
  );
}

const BEFORE = /^(?:until|since|hasta|desde|jusqu|seit|bis)$/u;

const CAPITAL = /^\p{Lu}/u;
// "Nach langem Streit": only something that takes time is long or short.
const LASTING = /^(?:kurz|lang|(?:\p{Ll}{2,}lang))e[rmn]$/u;

function isPartOfDay([piece]: readonly Piece[], language: string): boolean {
  return piece !== undefined && piece.text.length > LONGEST_ARTICLE && has([piece], language, 'period');
}

const LONGEST_ARTICLE = 3;

/** Whether the pieces are the only date of the sentence, or in German what came before, right after the verb. */
function isLoose({ told, language, dates, rated, measured }: Cut, at: number, length: number): boolean {
  const inside = told.slice(at, at + length);
  if (inside.length < length || inside.some(({ mark }) => mark)) return false;
  if (language === 'de' && length === 3 && /^(?:nach|vor|während)$/u.test(inside[0]?.text ?? ''))
    if (LASTING.test(inside[1]?.text ?? '') && CAPITAL.test(inside[2]?.text ?? '')) return true;
  const next = told.slice(at + length, at + length + 1);
  if (
    next.length === 0 ||
    next[0]?.mark === true ||
    has(next, language, 'join') ||
    isPartOfDay(next, language)
  )
    return false;
  if (begins(told, at - 1, language, 'at') || dates !== 1 || !isDate(inside, language)) return false;
  return !(isDay(inside, language) ? rated : measured);
}

/** Whether the claim may leave out everything before this piece: a connective, a label, a title or a time. */
function isFreeHead(cut: Cut, start: number): boolean {
  const { told, passage, language, claim } = cut;
  const head = told.slice(0, start);
  const last = head.at(-1);
  if (!hasLists(language) || last === undefined) return false;
  const inside = last.mark ? head.slice(0, -1) : head;
  if (last.text !== '—' && (last.mark || !isUnspaced(language)) && isConnective(inside, language))
    return true;
  if (head.every((_, at) => begins(head, at, language, 'title')))
    return CAPITAL.test(told[start]?.text ?? '');
  if (last.text === '—') return inside.length <= LONGEST_PLACE && PLACE.test(joined(inside));
  if (last.text === ',' && isReasonHead(inside, language)) return !has(inside, language, 'saying');
  const isAfter = DEGREE.test(head[0]?.text ?? '') && begins(head, 1, language, 'since');
  const checked = isAfter ? head.slice(1) : language === 'ja' ? withoutEnding(head) : head;
  if ((!last.mark && language !== 'ja') || limits(checked, language)) return false;
  if (last.text === ':') return isLabel(inside, passage);
  const rest = told.slice(start);
  if (language === 'ja')
    return last.text === '、'
      ? isFreeJapaneseHead(joined(head), rest) || isJapaneseTime(joined(inside), rest)
      : describesPerson(joined(head), rest);
  if (language === 'zh') return last.text === ',' && isFreeChineseHead(joined(inside), claim);
  if (last.text !== ',') return false;
  if (inside.some(({ mark }) => mark)) return false;
  const first = firstClause(claim, language);
  if (saysSinceWhen(inside, language)) return !isBounded(first, language);
  if (findEvent(first, language) < 0) return false;
  if (isDate(inside, language) && isDay(inside, language)) return !isRated(first, language);
  if (isMeasured(first, language)) return false;
  return (
    isTime(inside, language) ||
    saysWhen(inside, language) ||
    isAim(inside, language) ||
    tellsHow(inside, language)
  );
}

/** Whether something may have been otherwise before: what is denied, limited or counted since a time. */
function isBounded(claim: readonly Piece[], language: string): boolean {
  const lists = ['negation', 'limit', 'universal'] as const;
  return lists.some((list) => has(claim, language, list)) || countNumbers(claim, language) > 0;
}

/** Whether a clause at the start only gives a reason, or concedes something. */
function isReasonHead(inside: readonly Piece[], language: string): boolean {
  if (language === 'ja' || language === 'de' || inside.some(({ mark }) => mark)) return false;
  if (language === 'zh') return /^(?:由于|因为|鉴于|因(?!此)|尽管|虽然).{2,}$/u.test(joined(inside));
  if (has(inside.slice(1), language, 'limit')) return false;
  return (
    (['reason', 'concession'] as const).some((list) => begins(inside, 0, language, list)) && inside.length > 2
  );
}

const AIM = new Map(
  Object.entries<RegExp>({
    en: /^(?:in order )?to (?!the|an?|its|their)\p{Ll}{3,} /u,
    fr: /^(?:pour|afin de?|en vue de?) ?(?:l[ea]s? )?(?:d')?\p{Ll}{3,}(?:er|ir|re) /u,
    es: /^(?:para|a fin de|con el fin de) \p{Ll}{2,}r(?:l[aeo]s?)? /u,
  }),
);

function isAim(inside: readonly Piece[], language: string): boolean {
  return AIM.get(language)?.test(joined(inside).toLowerCase()) === true;
}

/** Whether a phrase at the start says when, where or with whom an event was: "After a long debate, …". */
function tellsHow(inside: readonly Piece[], language: string): boolean {
  if (inside.length < 2 || inside.length > LONGEST_PHRASE || has(inside, language, 'universal')) return false;
  if (isElsewhere(inside)) return false;
  const from = DEGREE.test(inside[0]?.text ?? '') ? 1 : 0;
  if (begins(inside, from, language, 'since')) return true;
  // Who has something may differ from the others.
  return (
    begins(inside, 0, language, 'setting') && (!WITH.test(inside[0]?.text ?? '') || HELP.test(joined(inside)))
  );
}

const WITH = /^(?:with|avec|con)$/iu;
const HELP = /(?:help|aide|ayuda)/u;
const LONGEST_PHRASE = 16;

// The place that a report is sent from: "TALLINN —".
const PLACE = /^\p{Lu}{2}[\p{Lu} ]*$/u;
const LONGEST_PLACE = 3;
const LONGEST_LABEL = 8;
const LONGEST_UNSPACED_LABEL = 16;

const CLOCK = /^\d{1,2}:\d{2}/u;

/** Whether a head names the speaker or the time of a message, or what an item of a list is about. */
function isLabel(inside: readonly Piece[], { kind, speaker }: Sentence): boolean {
  const isLetters = inside.every(({ text }) => text.length === 1);
  if (inside.length > (isLetters ? LONGEST_UNSPACED_LABEL : LONGEST_LABEL)) return false;
  const isStamped = kind === 'item' || inside.some(({ text }) => CLOCK.test(text));
  return isStamped || (speaker !== undefined && joined(inside).endsWith(joined(split(speaker))));
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
const LONGEST_UNSPACED_HEADING = 8;

/** Whether a heading or an opening such as "Rejected proposals:" or "Myths" takes back what stands below it. */
function isSetApart({ index, kind }: Sentence, { sentences, language }: SourceIndex): boolean {
  if (!hasLists(language)) return false;
  let isItem = kind === 'item';
  for (let at = index - 1; at >= Math.max(0, index - MOST_BACK); at--) {
    const above = sentences[at];
    if (above === undefined || (isItem && above.kind === 'item')) continue;
    const pieces = split(above.text);
    if (isItem && /[:：]\s*$/u.test(above.text)) return limits(pieces, language);
    if (above.kind === 'heading')
      return (
        at > 0 &&
        pieces.length <= (isUnspaced(language) ? LONGEST_UNSPACED_HEADING : LONGEST_HEADING + 1) &&
        has(pieces, language, 'denial')
      );
    isItem = false;
  }
  return false;
}
