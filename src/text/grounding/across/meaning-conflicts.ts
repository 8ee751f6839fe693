import type { Flag } from '#text/grounding/flag.ts';
import {
  type AcrossIndex,
  type Alignment,
  type Anchor,
  type ClaimClause,
  rankSentences,
  type SourceClause,
} from './align.ts';
import { oppositeOf } from './find-keys.ts';
import { type Mood, moodOf } from './mood.ts';

// Anchors weigh about 1 to 5. One rare name or number and one more detail make a strong link.
const STRONG = 4.5;
// For mood, the best passage must be clearly better than the next one.
const STRONG_FOR_MOOD = 4.5;
const LEAD = 1.15;
const COVERED = 0.5;
// Concepts that occur in nearly every report do not show what is denied.
const COMMON = new Set(
  'announce company year week number first last before after more less expect plan report result all most early late'
    .split(' ')
    .map((name) => `c:${name}`),
);

type Link = { sentence: number; clauses: SourceClause[]; weight: number; ids: Set<string> };
type Input = { claim: ClaimClause; whole: string; language: string; index: AcrossIndex };

/** Flags opposite words, negations and hedges that differ from the source sentence that says the same. */
export function meaningFlags(alignment: Alignment, language: string, index: AcrossIndex): Flag[] {
  const whole = alignment.clauses.map(({ text }) => text).join('');
  return alignment.clauses.flatMap((claim) => {
    const input = { claim, whole, language, index };
    const flag = oppositeFlag(input) ?? moodFlag(input);
    return flag === undefined ? [] : [flag];
  });
}

/** Finds the one source sentence that says the same as a clause of the claim; one anchor may be left out. */
function linkOf({ anchors: all }: ClaimClause, index: AcrossIndex, without?: string): Link | undefined {
  const anchors = all.filter(({ id }) => id !== without);
  const [best, second] = rankSentences(anchors, index);
  if (best === undefined || best.weight < STRONG || best.weight < LEAD * (second?.weight ?? 0))
    return undefined;
  const clauses = index.clausesOf[best.sentence] ?? [];
  const within = new Set(clauses);
  const ids = new Set(anchors.filter((anchor) => isIn(anchor, within, index)).map(({ id }) => id));
  const whole = new Map(anchors.map(({ id, weight }) => [id, weight]));
  const covered = best.weight / [...whole.values()].reduce((sum, weight) => sum + weight, 0);
  if (ids.size < 2 || covered < COVERED) return undefined;
  return { sentence: best.sentence, clauses, weight: best.weight, ids };
}

function isIn({ clauses }: Anchor, within: ReadonlySet<SourceClause>, index: AcrossIndex): boolean {
  return clauses.some((at) => {
    const clause = index.clauses[at];
    return clause !== undefined && within.has(clause);
  });
}

function oppositeFlag({ claim, language, index }: Input): Flag | undefined {
  const own = new Set(claim.keys.map(({ key }) => key));
  for (const { key, start, end } of claim.keys) {
    const opposite = oppositeOf(key.slice(2));
    if (opposite === undefined || own.has(`c:${opposite}`)) continue;
    const link = linkOf(claim, index, key);
    if (link === undefined) continue;
    const against = link.clauses.filter(({ keys }) => keys.has(`c:${opposite}`));
    const alike = link.clauses.filter(({ keys }) => keys.has(key));
    const clause = alike.length === 0 ? against[0] : against.find((other) => sharesMark(claim, other, index));
    if (clause === undefined || alike.some((other) => sharesMark(claim, other, index))) continue;
    const before = claim.text.slice(Math.max(0, start - claim.start - 24), end - claim.start + 6);
    if (isDenied(before, language) || isDenied(textOf(clause, index), index.source.language)) continue;
    return { kind: 'polarity', start, end, reason: 'reversed', source: spanOf(clause) };
  }
  return undefined;
}

/** Whether a source clause contains an exact number of the claim's clause. */
function sharesMark({ anchors }: ClaimClause, clause: SourceClause, index: AcrossIndex): boolean {
  return anchors.some(
    ({ id, exact, clauses }) =>
      id.startsWith('q:') && exact && clauses.some((at) => index.clauses[at] === clause),
  );
}

function moodFlag({ claim, whole, language, index }: Input): Flag | undefined {
  const link = linkOf(claim, index);
  if (link === undefined || link.weight < STRONG_FOR_MOOD) return undefined;
  const own = moodOf(claim.text, language);
  const around = moodOf(passageOf(link.sentence, index), index.source.language);
  const sentence = moodOf(whole, language);
  if (own === undefined || around === undefined || sentence === undefined) return undefined;
  for (const { key } of claim.keys) {
    if (!key.startsWith('c:') || COMMON.has(key)) continue;
    const same = link.clauses.filter(({ keys }) => keys.has(key));
    const moods = same.flatMap((clause) => moodOf(textOf(clause, index), index.source.language) ?? []);
    const kind = moods.length === 0 ? undefined : differenceOf({ own, sentence }, moods, around);
    const [first] = same;
    if (kind !== undefined && first !== undefined)
      return {
        kind,
        start: claim.start,
        end: claim.end,
        reason: 'reversed',
        source: spanOf(first),
      };
  }
  return undefined;
}

function differenceOf(
  { own, sentence }: { own: Mood; sentence: Mood },
  theirs: readonly Mood[],
  around: Mood,
): 'negation' | 'hedge' | undefined {
  if (own.denied && !around.denied && !around.negative) return 'negation';
  // Languages say no in different clauses of a sentence.
  if (!sentence.denied && !sentence.negative && theirs.every(({ denied }) => denied)) return 'negation';
  if (own.denied || own.possible) return undefined;
  if (theirs.every(({ modal }) => modal)) return 'hedge';
  const told = own.done && !own.planned && !own.negative;
  return told && theirs.every(({ planned, done }) => planned && !done) ? 'hedge' : undefined;
}

function isDenied(text: string, language: string): boolean {
  return moodOf(text, language)?.denied ?? false;
}

function passageOf(sentence: number, { source }: AcrossIndex): string {
  return [-1, 0, 1].map((step) => source.sentences[sentence + step]?.text ?? '').join(' ');
}

function textOf({ start, end }: SourceClause, { source }: AcrossIndex): string {
  return source.text.slice(start, end);
}

function spanOf({ start, end }: SourceClause): { start: number; end: number } {
  return { start, end };
}
