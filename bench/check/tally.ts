import { type GroundedSentence, type GroundingState, isDoubt } from '#schema/runs/grounding.ts';
import type { Usage } from '#schema/runs/run.ts';
import type { CheckedSummary } from './open-checked-server.ts';
import type { PlantedCase, PlantedSummary } from './planted.ts';

type Shown = 'ticked' | 'wrong' | 'not checked';
interface Outcome {
  isGood: boolean;
  rules: Shown;
  shown: Shown;
}

export interface Measured {
  pair: string;
  outcomes: Outcome[];
  calls: number;
  written: Usage | null;
  checked: Usage | null;
}

const headings = [
  'source ← summary',
  'sentences',
  'not checked by rules',
  'of these decided',
  'correct ones ticked, by rules and after',
  'incorrect ones caught',
  'false ticks',
  'false alarms',
  'calls per summary',
  'tokens of the check, in / out',
  'of the summary run',
];

export function measure(planted: PlantedSummary, made: CheckedSummary): Measured {
  const { text, grounding } = made.summary;
  let from = 0;
  const outcomes = planted.cases.map((one) => {
    const start = text.indexOf(one.text.trim(), from);
    if (start < 0) throw new Error(`the stored summary does not have the sentence: ${one.text}`);
    from = start + one.text.trim().length;
    const own = (grounding?.sentences ?? []).filter(
      (sentence) => sentence.start < from && sentence.end > start,
    );
    return outcomeOf(one, own);
  });
  return {
    pair: `${planted.sourceLanguage} ← ${planted.language}`,
    outcomes,
    calls: made.calls,
    written: made.written.usage,
    checked: made.checked?.usage ?? null,
  };
}

function outcomeOf({ isGood }: PlantedCase, sentences: readonly GroundedSentence[]): Outcome {
  return {
    isGood,
    rules: worstOf(sentences.map(({ state, opinion }) => opinion?.rules ?? state)),
    shown: worstOf(sentences.map(({ state }) => state)),
  };
}

/** A case of several sentences gets the verdict of its worst sentence. */
function worstOf(states: readonly GroundingState[]): Shown {
  if (states.some(isDoubt)) return 'wrong';
  const isTicked = states.length > 0 && !states.includes('not-checked');
  return isTicked ? 'ticked' : 'not checked';
}

export function renderTable(measured: readonly Measured[]): string {
  const pairs = [...Map.groupBy(measured, ({ pair }) => pair)].toSorted(([a], [b]) => a.localeCompare(b));
  const isSame = ({ pair }: Measured): boolean => pair.split(' ← ')[0] === pair.split(' ← ')[1];
  const groups: [string, readonly Measured[]][] = [
    ...pairs,
    ['same language', measured.filter(isSame)],
    ['across languages', measured.filter((one) => !isSame(one))],
    ['all', measured],
  ];
  const rows = groups.filter(([, own]) => own.length > 0).map(([name, own]) => row(name, own));
  return tableOf([headings, ...rows]);
}

const checkerHeadings = [
  'checker',
  'answers',
  'right sentences ticked, by rules and after',
  'wrong ones caught',
  'false confirmations',
  'misses',
  'false alarms',
  'calls per summary',
  'tokens of the check, in / out',
  'of the summary run',
];

/** One row for each checker: what rules say, and what is shown after its check. */
export function renderCheckers(rows: readonly [checker: string, answers: string, Measured[]][]): string {
  return tableOf([
    checkerHeadings,
    ...rows.map(([checker, answers, measured]) => {
      const [, , , , ticked = '', caught = '', falseTicks = '', falseAlarms = '', ...costs] = row(
        '',
        measured,
      );
      return [checker, answers, ticked, caught, falseTicks, missed(measured), falseAlarms, ...costs];
    }),
  ]);
}

/** Wrong sentences that nothing is said against. */
function missed(measured: readonly Measured[]): string {
  const bad = measured.flatMap(({ outcomes }) => outcomes).filter(({ isGood }) => !isGood);
  return `${share(bad, ({ rules }) => rules !== 'wrong')} → ${share(bad, ({ shown }) => shown !== 'wrong')}`;
}

function tableOf([headings = [], ...rows]: readonly (readonly string[])[]): string {
  return [headings, headings.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function row(name: string, measured: readonly Measured[]): string[] {
  const outcomes = measured.flatMap((one) => one.outcomes);
  const good = outcomes.filter(({ isGood }) => isGood);
  const bad = outcomes.filter(({ isGood }) => !isGood);
  const open = outcomes.filter(({ rules }) => rules === 'not checked');
  const both = (of: readonly Outcome[], state: Shown): string =>
    `${share(of, ({ rules }) => rules === state)} → ${share(of, ({ shown }) => shown === state)}`;
  const tokens = (usageOf: (one: Measured) => Usage | null): string => {
    const mean = (key: 'inputTokens' | 'outputTokens'): number =>
      Math.round(measured.reduce((sum, one) => sum + (usageOf(one)?.[key] ?? 0), 0) / measured.length);
    return `${mean('inputTokens')} / ${mean('outputTokens')}`;
  };
  return [
    name,
    String(outcomes.length),
    share(outcomes, ({ rules }) => rules === 'not checked'),
    share(open, ({ shown }) => shown !== 'not checked'),
    both(good, 'ticked'),
    both(bad, 'wrong'),
    both(bad, 'ticked'),
    both(good, 'wrong'),
    (measured.reduce((sum, { calls }) => sum + calls, 0) / measured.length).toFixed(2),
    tokens(({ checked }) => checked),
    tokens(({ written }) => written),
  ];
}

function share<T>(all: readonly T[], is: (one: T) => boolean): string {
  return all.length === 0 ? '–' : `${((100 * all.filter(is).length) / all.length).toFixed(1)} %`;
}
