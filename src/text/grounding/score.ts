import type { Word } from '#text/words.ts';
import type { Flag, FlagKind } from './flag.ts';
import type { Placed } from './place-claim.ts';
import { hasTriple, type SourceIndex } from './source-index.ts';
import type { Support } from './support.ts';

/** What the score is made of; each is measured for one sentence. */
export const SIGNALS = [
  'anywhere',
  'best',
  'together',
  'pairs',
  'triples',
  'inOrder',
  'aligned',
  'copied',
  'numberMissing',
  'numberElsewhere',
  'nameMissing',
  'nameElsewhere',
  'reversed',
  'quote',
  'term',
] as const;
export type Signals = Record<(typeof SIGNALS)[number], number>;

type Measured = {
  support: Support;
  flags: readonly Flag[];
  placed: readonly Placed[];
  supported: boolean;
  words: readonly Word[];
  source: SourceIndex;
};

const NUMBERS: ReadonlySet<FlagKind> = new Set(['number', 'unit', 'currency', 'date']);
const NAMES: ReadonlySet<FlagKind> = new Set(['name', 'role']);

export function measureSignals({ support, flags, placed, supported, words, source }: Measured): Signals {
  const count = (wanted: (flag: Flag) => boolean): number => Math.min(2, flags.filter(wanted).length);
  const isMissing = ({ reason }: Flag): boolean => reason === 'missing';
  return {
    anywhere: support.anywhere,
    best: support.best,
    together: support.together,
    pairs: support.pairs,
    triples: tripleShare(words, source),
    inOrder: support.inOrder,
    aligned: placed.length === 0 ? 0 : Math.min(...placed.map(({ coverage }) => coverage)),
    copied: supported ? 1 : 0,
    numberMissing: count((flag) => NUMBERS.has(flag.kind) && isMissing(flag)),
    numberElsewhere: count((flag) => NUMBERS.has(flag.kind) && !isMissing(flag)),
    nameMissing: count((flag) => NAMES.has(flag.kind) && isMissing(flag)),
    nameElsewhere: count((flag) => NAMES.has(flag.kind) && !isMissing(flag)),
    reversed: count(({ kind }) => !NUMBERS.has(kind) && !NAMES.has(kind) && kind !== 'quote' && kind !== 'term'),
    quote: count(({ kind }) => kind === 'quote'),
    term: Math.min(4, flags.filter(({ kind }) => kind === 'term').length),
  };
}

function tripleShare(words: readonly Word[], source: SourceIndex): number {
  if (words.length < 3) return 1;
  let hits = 0;
  for (let at = 2; at < words.length; at++)
    if (hasTriple(source, [words[at - 2]?.term, words[at - 1]?.term, words[at]?.term])) hits++;
  return hits / (words.length - 2);
}

/** A logistic model, fitted by `bench/fit-grounding.ts` with the documents split; docs/quality.md has its figures. */
const WEIGHTS: Signals & { constant: number } = {
  constant: 0,
  anywhere: 1,
  best: 0.5,
  together: 0.5,
  pairs: 0.5,
  triples: 0.5,
  inOrder: 0.5,
  aligned: 0.3,
  copied: 0.5,
  numberMissing: -2,
  numberElsewhere: -2,
  nameMissing: -2,
  nameElsewhere: -2,
  reversed: -2,
  quote: -2,
  term: -0.4,
};

// Shares are averaged over sentences and pulled down by the weakest; the rest are doubts and add up.
const SHARES = 8;

/** How closely a summary follows its source, from 0 to 1. */
export function scoreSummary(sentences: readonly Signals[]): number {
  if (sentences.length === 0) return 1;
  const pooled = poolSignals(sentences);
  const sum = SIGNALS.reduce((total, name) => total + WEIGHTS[name] * pooled[name], WEIGHTS.constant);
  return 1 / (1 + Math.exp(-sum));
}

/** The signals of a whole summary: as good as its weakest parts. */
export function poolSignals(sentences: readonly Signals[]): Signals {
  return Object.fromEntries(
    SIGNALS.map((name, at) => {
      const column = sentences.map((row) => row[name]);
      const sum = column.reduce((a, b) => a + b, 0);
      return [name, at >= SHARES ? Math.min(4, sum) : (sum / column.length + Math.min(...column)) / 2];
    }),
  ) as Signals;
}
