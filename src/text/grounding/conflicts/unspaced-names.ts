import type { Aligned, JudgedDetail, Span } from '#text/grounding/flag.ts';
import { type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import words from '#text/grounding/words.json' with { type: 'json' };
import type { Word } from '#text/sentences/words.ts';
import { isRetold, MOST_SENTENCES } from './moved-names.ts';

// More persons than this make a check of one claim slow.
const MOST_PERSONS = 200;
// This many pairs of characters show which passage a claim retells.
const FEWEST_SHARED = 4;
const PRONOUN = /[他她]|彼/u;

type Person = Span & { name: string };

const lists = words.unspacedNames;
const either = (list: string): string => list.replaceAll(' ', '|');
/** A name of a surname, which begins few other words, and two characters. */
const GIVEN = `(?![${lists.follows}${lists.groups}])\\p{Script=Han}`;
const CHINESE_NAME = `[${lists.surnames}](?![${lists.nouns}])\\p{Script=Han}${GIVEN}`;
const DOTTED_NAME = '\\p{Script=Han}{2}·\\p{Script=Han}{2}';
/** Names behind a title, and at the start of a clause before a verb of saying. */
const CHINESE = new RegExp(
  `(?<=[${lists.titles}])${CHINESE_NAME}(?=[${lists.follows}]|[^\\p{Script=Han}]|$)|` +
    `(?<!\\p{Script=Han})${CHINESE_NAME}(?=${either(lists.says)})|${DOTTED_NAME}`,
  'gu',
);
const KATAKANA = '[\\p{Script=Katakana}ー]';
/** Names before a form of address or an office. */
const JAPANESE = new RegExp(
  `(?:(?<![\\p{Script=Han}々])[\\p{Script=Han}々]{1,6}${KATAKANA}{0,6}|` +
    `(?<![\\p{Script=Katakana}ー・])${KATAKANA}{2,12}・${KATAKANA}{2,12})` +
    `(?<![副前元准助両各同全])(?=(?:[副前元准助]|名誉)?(?:${either(lists.addresses)}))`,
  'gu',
);
const OFFICE = new RegExp(`(?:${either(lists.offices)})$`, 'u');
/** Names that open a clause. Only one that does so repeatedly surely is a name. */
const CLAUSE_OPENING = new RegExp(
  `(?<!\\p{Script=Han})${CHINESE_NAME}(?=[${lists.follows}]|[^\\p{Script=Han}]|$)`,
  'gu',
);
const ENDS_NAME = new RegExp(`^${GIVEN}`, 'u');
/** What somebody does or belongs to, which Japanese also puts before a form of address. */
const NO_NAME = /[者師官員人屋婦主長生客手方達会社局部省庁院校所団役表]$/u;
const LATIN_NAME = /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u;

function personsIn(text: string, language: string): Person[] {
  return Array.from(text.matchAll(language === 'ja' ? JAPANESE : CHINESE), ({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  })).filter(({ name }) => name.length > 1);
}

const KEPT = new WeakMap<SourceIndex, readonly Person[]>();

function personsOf(source: SourceIndex): readonly Person[] {
  const known = KEPT.get(source) ?? findPersons(source);
  KEPT.set(source, known);
  return known;
}

function findPersons({ text, language }: SourceIndex): readonly Person[] {
  const persons = personsIn(text, language);
  const names = new Set(persons.map(({ name }) => name));
  const once = new Set<string>();
  for (const { 0: name, index } of language === 'zh' ? text.matchAll(CLAUSE_OPENING) : []) {
    if (once.has(name) && !names.has(name)) {
      names.add(name);
      persons.push({ name, start: index, end: index + name.length });
    }
    once.add(name);
  }
  return persons.slice(0, MOST_PERSONS);
}

type Claim = { text: string; start: number; words: readonly Word[]; parts: readonly Aligned[] };

/** Judges the names of persons where no blanks and capitals mark them. */
export function judgeUnspacedNames(claim: Claim, source: SourceIndex): JudgedDetail[] {
  const { text, start } = claim;
  const { language } = source;
  if (language !== 'zh' && language !== 'ja') return [];
  const stated = [...personsIn(text, language), ...(language === 'zh' ? alteredIn(text, source) : [])];
  return stated.flatMap((person): JudgedDetail[] => {
    const span = { kind: 'name' as const, start: start + person.start, end: start + person.end };
    const at = source.text.indexOf(person.name);
    const other =
      at >= 0
        ? findSubject(person, claim, source)
        : personsOf(source).find(({ name }) => isAltered(person.name, name, language));
    if (other !== undefined) {
      const told = { ...span, source: { start: other.start, end: other.end } };
      return [{ ...told, verdict: 'different', flags: [{ ...told, reason: 'elsewhere' }] }];
    }
    if (at >= 0)
      return [{ ...span, verdict: 'found', source: { start: at, end: at + person.name.length }, flags: [] }];
    if (!isNew(person, text, source)) return [];
    return [{ ...span, verdict: 'not-in-the-source', flags: [{ ...span, reason: 'missing' }] }];
  });
}

/** Finds Chinese names of the source of which the claim changes the last character, wherever they stand. */
function alteredIn(text: string, source: SourceIndex): Person[] {
  return personsOf(source).flatMap(({ name }) => {
    const at = text.indexOf(name.slice(0, 2));
    const found = text.slice(at, at + 3);
    return name.length === 3 && at >= 0 && ENDS_NAME.test(found.slice(2))
      ? [{ name: found, start: at, end: at + 3 }]
      : [];
  });
}

/** Finds the person of the passage whom another person replaces. */
function findSubject({ name, start, end }: Person, claim: Claim, source: SourceIndex): Person | undefined {
  const terms = claim.words
    .filter((word) => !word.light && (word.end <= claim.start + start || word.start >= claim.start + end))
    .map(({ term }) => term);
  const mentions: number[] = [];
  for (let at = source.text.indexOf(name); at >= 0; at = source.text.indexOf(name, at + 1)) {
    if (mentions.length > MOST_SENTENCES) return undefined;
    mentions.push(sentenceAt(source, at));
  }
  const least = Math.max(FEWEST_SHARED, terms.length / 2);
  for (const { sentence } of claim.parts.map(({ part }) => part)) {
    const told = source.sentences[sentence];
    if (told === undefined || told.text.includes(name) || PRONOUN.test(told.text)) continue;
    const other = personsOf(source).find(
      (person) => person.start >= told.start && person.end <= told.end && !claim.text.includes(person.name),
    );
    if (other !== undefined && isRetold({ terms, least, sentence, mentions }, source)) return other;
  }
  return undefined;
}

/** Whether two names share the surname or the given name, but are of two persons. */
function isAltered(stated: string, told: string, language: string): boolean {
  if (stated.includes(told) || stated.length < 3 || told.length < 3) return false;
  if (NO_NAME.test(stated) || NO_NAME.test(told)) return false;
  if (stated.slice(0, 2) === told.slice(0, 2)) return true;
  return (
    (stated.length > 3 || language === 'zh') &&
    stated.length === told.length &&
    stated.slice(-2) === told.slice(-2)
  );
}

/** Whether a word is surely a name, of which the source has no two characters side by side. */
function isNew({ name, start, end }: Person, text: string, source: SourceIndex): boolean {
  const isForeign = name.includes('·') || name.includes('・');
  if (isForeign && LATIN_NAME.test(source.text)) return false;
  const isMarked =
    source.language === 'ja'
      ? !NO_NAME.test(name) && /^(?:さん|氏)/u.test(text.slice(end, end + 2))
      : OFFICE.test(text.slice(Math.max(0, start - 4), start));
  if (!isForeign && !isMarked) return false;
  for (let at = 0; at + 1 < name.length; at++) if (source.text.includes(name.slice(at, at + 2))) return false;
  return true;
}
