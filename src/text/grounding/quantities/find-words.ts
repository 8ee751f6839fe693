import { type NumberLanguage, numberLanguage } from '#text/grounding/number-words.ts';
import { withSuffix } from './find-digits.ts';
import { readSuffix } from './read-suffix.ts';
import { type Scan, take } from './scan.ts';

type Token = { lower: string; start: number; end: number };
type Run = {
  total: number;
  current: number;
  start: number;
  end: number;
  first: string;
  last: string;
  count: number;
};

const WORD = /\p{L}+/gu;
const AMBIGUOUS = new Set(['neuf', 'sei', 'acht', 'null', 'cent', 'mil', 'mille']);

/** Numbers in words: "twenty-five", "vierundzwanzig", "quatre-vingt-dix", "doscientos". */
export function findWords(scan: Scan): void {
  const language = numberLanguage(scan.language) ?? numberLanguage('en');
  if (language === undefined || !/\p{Script=Latin}|\p{Script=Cyrillic}/u.test(scan.text)) return;
  const { atoms, scales, ordinals, compound, joiner } = language;
  const beginnings = wordsOf(language);
  let run: Run | undefined;
  let pending: Token | undefined;
  const close = (): void => {
    if (run !== undefined) push(scan, run, false);
    run = undefined;
    pending = undefined;
  };
  for (const match of scan.text.matchAll(WORD)) {
    const lower = match[0].toLowerCase();
    // Most words neither are a number nor stand behind one.
    if (run === undefined && compound === undefined && !beginnings.has(lower)) continue;
    const token = { lower, start: match.index, end: match.index + match[0].length };
    const joined = run !== undefined && follows(scan.text, pending?.end ?? run.end, token.start);
    if (run !== undefined && !joined) close();
    if (run !== undefined && pending === undefined && token.lower === joiner) {
      pending = token;
      continue;
    }
    const atom = atoms.get(token.lower) ?? (compound === undefined ? undefined : compoundOf(token, compound));
    const scale = scales.get(token.lower);
    const ordinal = ordinals.get(token.lower);
    if (atom !== undefined) {
      const added = run === undefined ? undefined : addAtom(run.current, atom, token.lower);
      if (run === undefined || added === undefined) {
        close();
        run = started(token, atom);
      } else run = { ...run, current: added, end: token.end, last: token.lower, count: run.count + 1 };
      pending = undefined;
    } else if (scale !== undefined && (run === undefined || pending === undefined)) {
      run = scaled(run ?? started(token, 0), scale, token);
    } else if (ordinal !== undefined) {
      if (run !== undefined && run.current % 10 === 0 && ordinal < 10) {
        run = { ...run, current: run.current + ordinal, end: token.end };
        push(scan, run, true);
        run = undefined;
      } else {
        close();
        push(scan, started(token, ordinal), true);
      }
      pending = undefined;
    } else close();
  }
  close();
}

const known = new WeakMap<NumberLanguage, ReadonlySet<string>>();

/** All words of a language that a number can begin with, unless they are put together from others. */
function wordsOf(language: NumberLanguage): ReadonlySet<string> {
  const words =
    known.get(language) ??
    new Set([...language.atoms.keys(), ...language.scales.keys(), ...language.ordinals.keys()]);
  known.set(language, words);
  return words;
}

function started({ start, end, lower }: Token, current: number): Run {
  return { total: 0, current, start, end, first: lower, last: lower, count: 1 };
}

function scaled(run: Run, scale: number, { end, lower }: Token): Run {
  const small = scale === 100 || scale === 12;
  const amount = (run.current || 1) * scale;
  return {
    ...run,
    total: small ? run.total : run.total + amount,
    current: small ? amount : 0,
    end,
    last: lower,
    count: run.start === end - lower.length ? 1 : run.count + 1,
  };
}

/** "Twenty" takes "four"; "five" takes nothing, so "five two" are two numbers. */
function addAtom(current: number, atom: number, word: string): number | undefined {
  if (current % 100 === 4 && /^vingts?$/.test(word)) return current - 4 + 80;
  if (current === 0) return atom;
  if (current % 100 === 0 && atom < 100) return current + atom;
  const tens = current % 100;
  if (tens % 10 === 0 && tens >= 20 && atom < 10) return current + atom;
  if ((tens === 60 || tens === 80) && atom >= 10 && atom < 20) return current + atom;
  if ((tens === 10 || tens === 70 || tens === 90) && atom >= 7 && atom < 10) return current + atom;
  return undefined;
}

function compoundOf({ lower }: Token, compound: (word: string) => number | undefined): number | undefined {
  if (lower.length < 6 || lower.length > 45) return undefined;
  return /und|hundert|tausend|[eë]n|honderd|duizend|cento|mila/.test(lower) ? compound(lower) : undefined;
}

function follows(text: string, from: number, to: number): boolean {
  return to - from === 1 && /[\s\-‑]/.test(text.charAt(from));
}

function push(scan: Scan, run: Run, ordinal: boolean): void {
  const { text, language } = scan;
  const value = run.total + run.current;
  if (run.count === 1 && run.first.endsWith('s') && value >= 100 && language === 'en') return;
  if (/^(?:cent|ciento|cento)$/.test(run.first) && /(?:pour|por|per)\s$/i.test(before(text, run.start)))
    return;
  const suffix = readSuffix({ text, at: run.end, language, money: false });
  const quantity = withSuffix({ value, start: run.start, end: run.end }, ordinal ? NOTHING : suffix);
  take(scan, {
    ...quantity,
    kind: ordinal ? 'ordinal' : quantity.kind,
    weak:
      quantity.value <= 3 ||
      (ordinal && value <= 3) ||
      (run.count === 1 && AMBIGUOUS.has(run.first) && quantity.kind === 'number'),
    digits: value < 100 ? String(value).length : 1,
  });
}

const NOTHING = { length: 0, factor: 1, rest: 0, percent: false, ordinal: true };

function before(text: string, at: number): string {
  return text.slice(Math.max(0, at - 6), at);
}
