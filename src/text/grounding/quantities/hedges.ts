import type { Approximation } from './quantity.ts';
import words from './words.json' with { type: 'json' };

const AFTER: Readonly<Record<Approximation, RegExp>> = {
  over: /^\s?(?:多|余|餘|以上|超|or more\b|oder mehr\b|ou plus\b|o más\b)/u,
  almost: /^(?:近く|弱)/u,
  under: /^\s?(?:以下|以内|未満|or less\b|or fewer\b)/u,
  about: /^\s?(?:左右|上下|前後|ほど|程度|or so\b)/u,
};
const KINDS = ['about', 'almost', 'over', 'under'] as const;

const BEFORE: ReadonlyMap<string, Approximation> = new Map(
  KINDS.flatMap((kind) =>
    `${words.hedges[kind]}|${words.eastAsianHedges[kind]}`
      .split('|')
      .map((hedge): [string, Approximation] => [hedge, kind]),
  ),
);

/** With which one of them ends: most words before a number are none. */
const LAST_WORDS: ReadonlySet<string> = new Set(
  [...BEFORE.keys()].map((words) => words.split(' ').at(-1) ?? ''),
);

const NOT_WORD = /[^\p{L}']+/u;
const LONGEST = 24;
const EAST_ASIAN_END = /[\u3040-\u30ff\u3400-\u9fff]\s?$/u;

/** The hedge right before or behind a number, if there is one. */
export function hedgeAt(text: string, start: number, end: number): Approximation | undefined {
  return (
    hedgeBefore(text.slice(Math.max(0, start - LONGEST), start)) ?? hedgeBehind(text.slice(end, end + 10))
  );
}

function hedgeBefore(before: string): Approximation | undefined {
  if (EAST_ASIAN_END.test(before)) {
    const tight = before.trimEnd();
    for (let length = 5; length > 0; length--) {
      const hedge = BEFORE.get(tight.slice(-length));
      if (hedge !== undefined) return hedge;
    }
    return undefined;
  }
  if (!before.endsWith(' ')) return undefined;
  const lower = before.toLowerCase();
  return (
    lookUp(lower) ??
    (/ (?:the|a|an|les|los|las|de|di) $/.test(lower) ? lookUp(lower.replace(/(?<!\S)\S+ $/, '')) : undefined)
  );
}

/** The longest hedge of up to three words at the end. */
function lookUp(before: string): Approximation | undefined {
  const plain = before.trimEnd().replaceAll('’', "'");
  if (!LAST_WORDS.has(lastWordOf(plain))) return undefined;
  const words = plain.split(NOT_WORD);
  for (let count = 3; count > 0; count--) {
    const hedge = BEFORE.get(words.slice(-count).join(' '));
    if (hedge !== undefined) return hedge;
  }
  return undefined;
}

function lastWordOf(text: string): string {
  let from = text.length;
  for (;;) {
    const code = text.charCodeAt(from - 1);
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) from--;
    else if (code === 0x27) from--;
    else if (code >= 0x80) return text.split(NOT_WORD).at(-1) ?? '';
    else return text.slice(from);
  }
}

function hedgeBehind(after: string): Approximation | undefined {
  if (!/^\s?[\u3040-\u30ff\u3400-\u9fffo]/u.test(after)) return undefined;
  return KINDS.find((kind) => AFTER[kind].test(after));
}
