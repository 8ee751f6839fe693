import { parseJson } from '#schema/parse-json.ts';
import type { OpinionState } from '#schema/runs/grounding.ts';

export interface ToldVerdict {
  verdict: OpinionState;
  /** Numbers of passages, from 1. */
  passages: number[];
  /** The words of the sentence that are wrong, or an empty string. */
  wrong: string;
  reason: string;
}

/** For each sentence what the model says about it, or null if it says nothing. */
type Told = (ToldVerdict | null)[];

/** One verdict of an answer, with its place in the list of sentences as far as the answer gives one. */
interface Element extends ToldVerdict {
  /** From 1. Undefined if the answer gives none. NaN if what it gives is not one number. */
  number: number | undefined;
  /** The sentence that the model repeated with its verdict. */
  echo: string | undefined;
}

/**
 * Reads the verdicts of an answer, in the forms that small models write. An answer whose numbers do not fit the
 * sentences is refused as a whole, because its verdicts may belong to a neighbour.
 */
export function readVerdicts(
  answer: string,
  sentences: readonly string[],
): { value: Told } | { problem: string } {
  const found = findElements(answer);
  if (found.length === 0) return { problem: 'it has no JSON object with a list of verdicts' };
  const letters = sentences.map(lettersOf);
  const elements = found.map((element) => ({ ...element, number: placeOf(element, letters) }));
  const numbers = elements.map(({ number }) => number);
  const fault = findFault(numbers, letters.length);
  if (fault !== null) return { problem: fault };
  const isShifted = elements.some(
    ({ number, echo }) =>
      echo !== undefined &&
      !isEchoOf(echo, letters[Number(number) - 1]) &&
      letters.some((own) => isEchoOf(echo, own)),
  );
  if (isShifted) return { problem: 'it repeats a sentence with the number of another one' };
  const isPrefix = new Set(numbers).size < letters.length && numbers.every((number, at) => number === at + 1);
  if (isPrefix && elements.some(({ echo }) => echo === undefined))
    return { problem: `it has ${elements.length} verdicts for ${letters.length} sentences` };
  return { value: letters.map((_, index) => tellOf(index, elements, letters)) };
}

/** The verdicts that have arrived while the rest of the answer is still streaming. They are not final. */
export function readArrived(answer: string, sentences: readonly string[]): Told {
  const letters = sentences.map(lettersOf);
  const elements = findElements(answer).map((one) => ({ ...one, number: placeOf(one, letters) }));
  if (elements.some(({ number }) => number === 0)) return [];
  return letters.map((_, index) => tellOf(index, elements, letters));
}

function findFault(numbers: readonly (number | undefined)[], count: number): string | null {
  if (numbers.includes(undefined)) return 'not every verdict has the number of its sentence';
  if (numbers.includes(0)) return 'its numbers begin with 0, and those of the sentences with 1';
  const isOutside = numbers.some(
    (number) => !Number.isInteger(number) || Number(number) < 1 || Number(number) > count,
  );
  return isOutside ? `it has numbers that no sentence has; there are ${count} sentences` : null;
}

/** A sentence with two verdicts, or one given with other words than its own, is undecided. */
function tellOf(index: number, elements: readonly Element[], letters: readonly string[]): ToldVerdict | null {
  const own = elements.filter(({ number }) => number === index + 1);
  const [first] = own;
  if (first === undefined) return null;
  const isSure = own.length === 1 && (first.echo === undefined || isEchoOf(first.echo, letters[index]));
  const { verdict, wrong, reason } = first;
  // Where the passages are numbered from 0, every number means another passage than the one sent with it.
  const passages = elements.some((one) => one.passages.includes(0)) ? [] : first.passages;
  return isSure
    ? { verdict, passages, wrong, reason }
    : { verdict: 'undecided', passages: [], wrong: '', reason: '' };
}

function placeOf({ number, echo }: Element, letters: readonly string[]): number | undefined {
  if (number !== undefined || echo === undefined) return number;
  const places = [...letters.keys()].filter((at) => isEchoOf(echo, letters[at]));
  return places.length === 1 ? Number(places[0]) + 1 : undefined;
}

/** A sentence is often repeated only in part; this many letters tell it from others. */
const fewestLetters = 12;

function isEchoOf(echo: string | undefined, own: string | undefined): boolean {
  const said = lettersOf((echo ?? '').replace(/\(passages [\d, ]{1,40}\)\s*$/, ''));
  if (own === undefined || own === '' || said === '') return false;
  const isBeginning = said.length >= Math.min(fewestLetters, own.length / 2) && own.startsWith(said);
  return isBeginning || said.endsWith(own);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Words before the JSON rarely have more braces that open none. */
const mostFailures = 20;
const mostElements = 1_000;

/** Finds the verdicts in all JSON values of a text, which may have words or a code fence around them. */
function findElements(text: string): Element[] {
  const elements: Element[] = [];
  let failures = 0;
  const opening = /[{[]/g;
  while (failures < mostFailures && elements.length < mostElements) {
    const from = opening.exec(text)?.index;
    if (from === undefined) break;
    const end = endOfValue(text, from);
    const value = end === -1 ? undefined : parseLoose(text.slice(from, end));
    if (value === undefined) failures += 1;
    else {
      elements.push(...listElements(value, 0));
      opening.lastIndex = end;
    }
  }
  return elements;
}

/** The place after the bracket that closes the one at `from`, or -1. Brackets in strings do not count. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted && letter === '\\') at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parseLoose(text: string): unknown {
  return parseJson(text) ?? parseJson(text.replace(/,(\s{0,100}[\]}])/g, '$1'));
}

/** A list is at most this deep in the object around it. */
const mostDepth = 3;

function listElements(value: unknown, depth: number, key?: string): Element[] {
  const number = key === undefined ? undefined : readNumber(key);
  if (typeof value === 'string' || typeof value === 'boolean') {
    return number === undefined ? [] : [readElement(new Map([['verdict', value]]), number)];
  }
  if (typeof value !== 'object' || value === null || depth > mostDepth) return [];
  if (Array.isArray(value)) return value.flatMap((each) => listElements(each, depth + 1));
  const fields = new Map<string, unknown>(Object.entries(value).map(([name, field]) => [keyOf(name), field]));
  const verdict = pick(fields, keys.verdict);
  if (typeof verdict === 'string' || typeof verdict === 'boolean') return [readElement(fields, number)];
  return Object.entries(value).flatMap(([name, field]) =>
    listElements(field, depth + 1, readNumber(name) === undefined ? undefined : name),
  );
}

const keys = {
  number: ['number', 'no', 'nr', 'index', 'id', 'sentencenumber', 'sentenceid', 'sentenceindex', 'sentence'],
  verdict: ['verdict', 'label', 'answer', 'judgment', 'judgement', 'supported', 'issupported'],
  passages: ['passages', 'passage', 'passagenumbers', 'evidence', 'sources'],
  wrong: ['wrong', 'wrongwords'],
  reason: ['reason', 'reasoning', 'explanation', 'why'],
  echo: ['sentence', 'text', 'sentencetext', 'claim', 'statement'],
} as const;

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '');
}

function pick(fields: ReadonlyMap<string, unknown>, names: readonly string[]): unknown {
  const name = names.find((each) => fields.has(each));
  return name === undefined ? undefined : fields.get(name);
}

function readElement(fields: ReadonlyMap<string, unknown>, outer: number | undefined): Element {
  const given = keys.number.map((name) => fields.get(name)).find((each) => readNumber(each) !== undefined);
  const hasName = keys.number.some((name) => name !== 'sentence' && fields.has(name));
  const echo = keys.echo
    .map((name) => fields.get(name))
    .find((each): each is string => typeof each === 'string' && readNumber(each) === undefined);
  const wrong = pick(fields, keys.wrong);
  return {
    number: outer ?? readNumber(given) ?? (hasName ? Number.NaN : undefined),
    verdict: readVerdict(pick(fields, keys.verdict)),
    passages: readPassages(pick(fields, keys.passages)),
    wrong: textOf(Array.isArray(wrong) ? wrong[0] : wrong),
    reason: textOf(pick(fields, keys.reason)),
    echo,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `2`, `"2"`, `"2."`, `"#2"`, `"S2"`, `"Sentence 2"`. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const found = /^(?:[\s#[(]|sentence|sent|s|no\.|nr\.){0,4}(\d{1,4})[\s.:)\]]{0,3}$/i.exec(
    value.normalize('NFKC'),
  );
  return found === null ? undefined : Number(found[1]);
}

/** Reads `[1, "2", "[3]", "passage 4", "5, 6"]`. Words of a passage have numbers that mean something else. */
function readPassages(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(readPassages);
  if (typeof value !== 'string') return [];
  const bare = value.toLowerCase().replace(/passages?|and|p|[[\]()#.,;&\s]/g, ' ');
  if (!/^[\d ]*$/.test(bare)) return [];
  return [...bare.matchAll(/\d{1,6}/g)].map(([digits]) => Number(digits));
}

const verdictWords: ReadonlyMap<string, OpinionState> = new Map(
  Object.entries({
    supported: 'supported yes true correct supports fullysupported entailed confirmed',
    contradicted: 'contradicted contradicts contradiction contradictory refuted refutes incorrect wrong',
    'not-found': 'notfound no false notsupported unsupported notmentioned notinthesource missing',
    undecided: 'undecided unclear unknown unsure partly partially notsure',
  } satisfies Record<OpinionState, string>).flatMap(([state, words]) =>
    words.split(' ').map((word): [string, OpinionState] => [word, state as OpinionState]),
  ),
);
/** Words after a verdict that take some of it back. */
const takingBack: ReadonlySet<string> = new Set(
  'but however except although though partly partially only unclear depends maybe undecided not and or'.split(
    ' ',
  ),
);

/** Reads one verdict. What is not plainly one verdict is undecided, such as "Yes and no". */
export function readVerdict(value: unknown): OpinionState {
  if (typeof value === 'boolean') return value ? 'supported' : 'not-found';
  if (typeof value !== 'string') return 'undecided';
  const words = value.normalize('NFKC').trim();
  const [, head = '', rest = ''] = /^[^\p{L}]*(\p{L}+(?:[ _-]\p{L}+){0,4})([^]*)$/u.exec(words) ?? [];
  const state = verdictWords.get(keyOf(head.replace(/ (?:by|in) .*$/, '')));
  if (state === undefined) return 'undecided';
  const later = rest.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isDenied = later.some((word, at) => {
    const other = later[at - 1] === 'not' ? undefined : verdictWords.get(word);
    const isOther = other !== undefined && (other === 'supported') !== (state === 'supported');
    return isOther || (state === 'supported' && takingBack.has(word)) || word === 'but' || word === 'however';
  });
  return isDenied ? 'undecided' : state;
}
