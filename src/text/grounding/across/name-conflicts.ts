import type { Flag } from '#text/grounding/flag.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { foldedText } from '#text/grounding/source-text.ts';
import { foldAccents } from '#text/sentences/words.ts';
import type { AcrossIndex, Alignment } from './align.ts';
import { cognateForm, findConcepts } from './find-keys.ts';
import { findCountries, isSameName, nameSkeleton } from './names.ts';

const LATIN_NAME = /(?<![\p{Script=Latin}\d])\p{Lu}[\p{Script=Latin}\d]*(?:[.&'’-][\p{Script=Latin}\d]+)*/gu;
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
const LATIN = /\p{Script=Latin}{3}/u;
// Capitals mark names in these languages. Behind an article they mark titles and bodies: "la Cour", "the Greens".
const CAPITALS_NAME = new Set(['en', 'fr', 'es', 'it', 'pt', 'nl']);
const PLACED =
  /(?<!\p{L})(?:à|de|d['’]|en|vers|près de|chez|selon|par|in|to|from|at|near|by|according to|a|desde|hacia|según|por|di|da|em|para|van|naar|door|bij) ?$/iu;
const STRONG = 4.5;

type Input = { text: string; alignment: Alignment; language: string; index: AcrossIndex };

/** Flags countries and names that the source does not have. */
export function nameFlags(input: Input): Flag[] {
  const spans = [...foreignCountries(input), ...latinInOtherScript(input), ...unknownNames(input)];
  return spans.map((span) => ({ kind: 'name', ...span, reason: 'missing' }));
}

type Span = { start: number; end: number };

/** Finds countries that the source does not name, if the linked passage names one that the claim leaves out. */
function foreignCountries({ text, alignment, language, index }: Input): Span[] {
  const own = findCountries(text, language);
  const linked = alignment.sentences[0]?.sentence;
  if (linked === undefined || own.length === 0) return [];
  const others = (index.clausesOf[linked] ?? []).flatMap(({ keys }) =>
    [...keys].filter((key) => key.startsWith('r:')).map((key) => key.slice(2)),
  );
  if (!others.some((code) => !own.some((country) => country.code === code))) return [];
  return own
    .filter(({ code }) => !index.clausesWith.has(`r:${code}`))
    .map(({ start, end }) => ({ start, end }));
}

/** Finds names in Latin letters inside Chinese, Japanese, Russian and other scripts that the source does not have. */
function latinInOtherScript({ text, index: { source } }: Input): Span[] {
  if (!OTHER_SCRIPT.test(text) || !LATIN.test(source.text)) return [];
  return [...text.matchAll(LATIN_NAME)]
    .filter(([name]) => name.length > 2 && !isIn(name, source))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Finds places and persons that the source has in no spelling, if both languages use Latin letters. */
function unknownNames({ text, alignment, language, index }: Input): Span[] {
  const { source } = index;
  if (!CAPITALS_NAME.has(language) || OTHER_SCRIPT.test(text) || !LATIN.test(source.text.slice(0, 2000)))
    return [];
  if ((alignment.sentences[0]?.weight ?? 0) < STRONG) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(LATIN_NAME)) {
    const [name] = match;
    const span = { start: match.index, end: match.index + name.length };
    if (name.length < 4 || name === name.toUpperCase() || !PLACED.test(text.slice(0, span.start))) continue;
    if (findConcepts(name, language).length > 0 || findCountries(name, language).length > 0) continue;
    if (alignment.quantities.some(({ quantity }) => quantity.start < span.end && span.start < quantity.end))
      continue;
    if (!isKnown(name, index)) spans.push(span);
  }
  return spans;
}

function isKnown(name: string, { source, clausesWith, skeletons }: AcrossIndex): boolean {
  if (clausesWith.has(`w:${cognateForm(name)}`) || isIn(name, source)) return true;
  const skeleton = nameSkeleton(name);
  return skeleton.length < 2 || skeletons.some((other) => isSameName(skeleton, other));
}

function isIn(name: string, source: SourceIndex): boolean {
  if (source.text.includes(name)) return true;
  const lower = foldAccents(name.toLowerCase());
  return source.acronyms.has(lower.replaceAll('.', '')) || foldedText(source).includes(lower);
}
