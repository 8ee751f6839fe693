import type { WordForms } from '#text/sentences/words.ts';
import type { Passage } from './cut-passages.ts';
import { findTraces } from './find-traces.ts';
import { languagesOf } from './languages-of.ts';

type Span = { start: number; end: number };

interface RankRequest {
  source: string;
  passages: readonly Passage[];
  claims: readonly { text: string; support: readonly Span[] }[];
  language: string;
  claimLanguage: string;
}

/** A passage also counts a part of what its neighbours share with the claim. */
const neighbourShare = 0.25;
/** The best passage's neighbours come after these: they explain whom it means by "she". */
const beforeNeighbours = 5;
const mostRanked = 20;
/** Places looked at for one claim; its rarest traces come first. */
const mostPlaces = 2_000;

/** For each claim the passages that share most with it, best first: those that rules named, and those with its traces. */
export function rankPassages(request: RankRequest): number[][] {
  const { passages, claims, claimLanguage } = request;
  const forms: WordForms = new Map();
  const asked = new Map<string, Map<string, number>>();
  for (const { text } of claims) {
    if (!asked.has(text))
      asked.set(text, findTraces(text, { language: claimLanguage, forms, isAcross: true }));
  }
  const places = findPlaces([...asked.values()], request);
  const foundFor = new Map(
    [...asked].map(([text, traces]) => [text, rankByTraces(traces, places, passages.length)]),
  );
  return claims.map(({ text, support }) => {
    const named = support.map(({ start }) => passageAt(passages, start));
    const found = foundFor.get(text) ?? [];
    const merged = [...new Set([...found.flatMap((one, rank) => [named[rank] ?? one, one]), ...named])];
    const [best] = merged;
    const near = best === undefined ? [] : [best - 1, best + 1];
    const ranked = new Set([...merged.slice(0, beforeNeighbours), ...near, ...merged]);
    return [...ranked].filter((one) => one >= 0 && one < passages.length);
  });
}

/** Where the claims' traces are; what no claim asks for is not kept. */
function findPlaces(
  asked: readonly ReadonlyMap<string, number>[],
  { source, passages, language, claimLanguage }: RankRequest,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const traces of asked) for (const trace of traces.keys()) places.set(trace, []);
  const languages = languagesOf(source, passages, language);
  const formsOf = new Map<string, WordForms>();
  passages.forEach(({ start, end }, at) => {
    const own = languages[at] ?? language;
    const forms: WordForms = formsOf.get(own) ?? new Map();
    formsOf.set(own, forms);
    const options = { language: own, forms, isAcross: own !== claimLanguage };
    for (const trace of findTraces(source.slice(start, end), options).keys()) places.get(trace)?.push(at);
  });
  return places;
}

function rankByTraces(
  traces: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, readonly number[]>,
  count: number,
): number[] {
  const rarestFirst = [...traces]
    .map(([trace, weight]) => ({ weight, found: places.get(trace) ?? [] }))
    .sort((a, b) => a.found.length - b.found.length);
  const scores = new Map<number, number>();
  let looked = 0;
  for (const { weight, found } of rarestFirst) {
    const gain = weight * Math.log(1 + count / Math.max(1, found.length));
    for (const at of found.slice(0, mostPlaces - looked)) scores.set(at, (scores.get(at) ?? 0) + gain);
    looked += found.length;
    if (looked >= mostPlaces) break;
  }
  const scoreOf = (at: number): number => scores.get(at) ?? 0;
  return [...scores.keys()]
    .map((at) => ({ at, score: scoreOf(at) + neighbourShare * (scoreOf(at - 1) + scoreOf(at + 1)) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, mostRanked)
    .map(({ at }) => at);
}

function passageAt(passages: readonly Passage[], offset: number): number {
  let low = 0;
  let high = passages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((passages[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
