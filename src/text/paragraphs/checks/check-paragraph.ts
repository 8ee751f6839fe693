import type { GlossaryTerm, TranslationMark } from '#schema/translations/translation.ts';
import { type Conflict, indexAcross } from '#text/grounding/across/align.ts';
import { findPairConflicts, findSwaps, isRead } from '#text/grounding/across/pair-conflicts.ts';
import { datesConflict } from '#text/grounding/quantities/quantity.ts';
import { agrees, findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import { indexSource } from '#text/grounding/source-index.ts';
import { matchesLanguage } from '#text/language/language.ts';
import { languagesOfStopword, primarySubtag, stopwordsOf } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { readMarkers } from '#text/paragraphs/place-translation.ts';
import { significantDigits, weighText, withPlainDigits } from './fit-batch.ts';
import { type Languages, rendersTerm, termsFor, termsIn } from './glossary.ts';
import { pairSentences } from './pair-sentences.ts';

interface Checked {
  /** The source and the target are both markup with markers. */
  source: string;
  target: string;
  languages: Languages;
  glossary: readonly GlossaryTerm[];
}

/** The most marks of a paragraph. The reader looks at the whole paragraph anyway. */
const mostMarks = 4;

/** Marks what rules notice about a translated paragraph. The rules stay silent where they are not sure. */
export function checkParagraph({ source, target, languages, glossary }: Checked): TranslationMark[] {
  const from = plainOf(source);
  const to = plainOf(target);
  const isSameLanguage =
    languages.source !== null && primarySubtag(languages.source) === primarySubtag(languages.target);
  const remains = isSameLanguage ? '' : findRemains(source, target, languages);
  const marks: TranslationMark[] = [
    ...lostMarkup(source, target),
    ...addressMarks(from, to),
    ...remarks(from, to),
    ...(isSameLanguage || !isPaired(from, to, languages) ? checkNumbers(from, to, languages) : []),
    ...(isSameLanguage ? [] : pairMarks(from, to, languages)),
    ...(remains === '' && !isUnchanged(source, target, languages.target)
      ? []
      : [mark('untranslated', remains, 'target')]),
    ...(isInLanguage(source, target, languages.target) === false ? [mark('language', '', 'target')] : []),
    ...lengthMarks(source, target),
    ...termsIn(source, termsFor(glossary, languages))
      .filter((term) => !rendersTerm(target, term))
      .map((term) => ({ ...mark('glossary', term.term, 'source'), expected: term.rendering ?? term.term })),
  ];
  return marks.slice(0, mostMarks);
}

function mark(kind: TranslationMark['kind'], words: string, side: 'source' | 'target'): TranslationMark {
  return { kind, words, side };
}

/** Marks a link, an image or an emphasis that the translation does not have. */
function lostMarkup(source: string, target: string): TranslationMark[] {
  const [first] = readMarkers(target, source).missing;
  if (first === undefined) return [];
  const start = source.indexOf(`<${first}>`);
  const end = source.indexOf(`</${first}>`);
  return [mark('markup', start === -1 ? '' : plainOf(source.slice(start, end)), 'source')];
}

const address = /https?:\/\/[^\s<>()"'”»」』）]+/giu;

/** Marks an address that only one of the texts names. */
function addressMarks(source: string, target: string): TranslationMark[] {
  const only = (text: string, other: string) =>
    (text.match(address) ?? []).find((found) => !other.includes(found.replace(/[.,;:!?。，]{1,20}$/u, '')));
  const [added, lost] = [only(target, source), only(source, target)];
  return [
    ...(added === undefined ? [] : [mark('sentence', added, 'target')]),
    ...(lost === undefined ? [] : [mark('sentence', lost, 'source')]),
  ];
}

/** What translators say of their work: "Here is the translation", 以下是译文. */
const remark =
  /(?<!\p{L})(?:translat(?:ion|ed|or)|übersetz(?:ung|t)|traduction|traducteur|traduit|traducción|traducido|traduzione|tradução|перевод)(?!\p{L})|翻译|翻譯|译文|譯文|翻訳|訳文|번역/iu;
const aboutTranslation =
  /translat|übersetz|dolmetsch|interpret|tradu|trado|vertal|tłumacz|çevir|перев|译|譯|訳|통역|번역|ترجم|תרג|अनुवाद/iu;

/** Marks what the model says about the translation in a text that is not about one. */
function remarks(source: string, target: string): TranslationMark[] {
  const found = remark.exec(target);
  return found === null || aboutTranslation.test(source) ? [] : [mark('sentence', found[0], 'target')];
}

/** Longer texts are not compared sentence by sentence, because the time grows with the square of their length. */
const mostPaired = 10_000;

/** Whether rules read the numbers of both texts, and not only their digits. */
function isPaired(source: string, target: string, languages: Languages): boolean {
  return (
    source.length + target.length <= mostPaired &&
    isRead(primarySubtag(languages.source ?? '')) &&
    isRead(primarySubtag(languages.target))
  );
}

/** Marks what a sentence and its translation say differently, and sentences that only one side has. */
function pairMarks(source: string, target: string, languages: Languages): TranslationMark[] {
  if (languages.source === null || source.length + target.length > mostPaired) return [];
  const from = indexAcross(indexSource(source, primarySubtag(languages.source)));
  const to = indexAcross(indexSource(target, primarySubtag(languages.target)));
  const pairings = pairSentences(from, to);
  const pairs = pairings.flatMap(({ source: own, target: other }) =>
    own === null || other === null
      ? []
      : {
          claim: { start: other.start, text: cut(target, other), index: to },
          source: { start: own.start, text: cut(source, own), index: from },
        },
  );
  const alone = pairings.flatMap(({ source: own, target: other }) => {
    if (own !== null && other !== null) return [];
    const words = own === null ? cut(target, other) : cut(source, own);
    return [mark('sentence', firstWords(words), own === null ? 'target' : 'source')];
  });
  const conflicts = [
    ...pairs.flatMap(({ claim, source: own }) => findPairConflicts(claim, own)),
    ...findSwaps(pairs),
  ];
  return [
    ...conflicts.map((found) =>
      found.claim === null
        ? conflictMark(found, cut(source, found.source), 'source')
        : conflictMark(found, cut(target, found.claim), 'target'),
    ),
    ...alone,
  ];
}

function conflictMark({ kind }: Conflict, words: string, side: 'source' | 'target'): TranslationMark {
  if (kind === 'negation' || kind === 'condition') return mark(kind, '', side);
  if (kind === 'polarity') return mark('opposite', words, side);
  return mark(kind === 'date' || kind === 'name' ? kind : 'number', words, side);
}

function cut(text: string, span: { start: number; end: number } | null): string {
  return span === null ? '' : text.slice(span.start, span.end).trim();
}

/** A text of some length stays within these bounds between any two languages. */
const shortest = 0.4;
const longest = 2.8;
const leastWeight = 80;

function lengthMarks(source: string, target: string): TranslationMark[] {
  const from = weighText(source);
  if (from < leastWeight) return [];
  const ratio = weighText(target) / from;
  return ratio < shortest || ratio > longest ? [mark('length', '', 'target')] : [];
}

/** Smaller numbers are not checked, because they are often written as words. */
const leastDigits = 13;

/** Marks numbers and dates that only the source or only the translation has. */
function checkNumbers(
  source: string,
  target: string,
  { source: from, target: to }: Languages,
): TranslationMark[] {
  const own = side(source, from);
  const other = side(target, to);
  const lost = own.quantities.filter((quantity) => isLost(quantity, other));
  const added = other.quantities.filter((quantity) => isLost(quantity, own));
  const marks: TranslationMark[] = [];
  for (const { kind, start, end } of lost)
    marks.push({ kind: kindOf(kind), words: source.slice(start, end).trim(), side: 'source' });
  // A wrong number is both lost and added, so one mark is enough.
  for (const { kind, start, end } of lost.length > 0 ? [] : added)
    marks.push({ kind: kindOf(kind), words: target.slice(start, end).trim(), side: 'target' });
  return marks;
}

interface Side {
  quantities: Quantity[];
  digits: ReadonlySet<string>;
}

function side(text: string, language: string | null): Side {
  const plain = withPlainDigits(text);
  return { quantities: findQuantities(plain, language ?? undefined), digits: significantDigits(plain) };
}

function kindOf(kind: Quantity['kind']): 'date' | 'number' {
  return kind === 'date' ? 'date' : 'number';
}

function isLost(quantity: Quantity, { quantities, digits }: Side): boolean {
  const { value, kind, weak, date } = quantity;
  if (quantities.some((other) => agrees(other, quantity) || agrees(quantity, other))) return false;
  if (date !== undefined) return isLostDate(quantity, quantities, digits);
  // Shares, ordinals and small number words are written in too many ways.
  if (weak || kind === 'fraction' || kind === 'ordinal') return false;
  if (Number.isInteger(value) && Math.abs(value) < leastDigits) return false;
  return !formsOf(value).some((form) => digits.has(form));
}

/** Whether a date is surely lost: its year is missing, or the other text only has other days. */
function isLostDate(
  { date = {} }: Quantity,
  others: readonly Quantity[],
  digits: ReadonlySet<string>,
): boolean {
  if (date.year !== undefined && !formsOf(date.year).some((form) => digits.has(form))) return true;
  if (date.day === undefined || date.month === undefined) return false;
  const near = others.filter((other) => other.date?.month !== undefined && other.date.day !== undefined);
  return near.length > 0 && near.every((other) => datesConflict(date, other.date ?? {}));
}

/**
 * Lists how the digits of a number may be written: in full, a year by its last two digits or in the Buddhist
 * calendar, an afternoon hour minus twelve.
 */
function formsOf(value: number): string[] {
  const forms = [value];
  if (Number.isInteger(value) && value >= 1000 && value < 2100)
    forms.push(value % 100, value - 543, value + 543);
  if (Number.isInteger(value) && value > 12 && value <= 24) forms.push(value - 12);
  return forms
    .map((form) =>
      String(Math.abs(form))
        .replace('.', '')
        .replace(/^0+|0+$/gu, ''),
    )
    .filter(Boolean);
}

/** This many words in a row from the source, with function words among them, were not translated. */
const leastWords = 5;
const leastFunctionWords = 2;
/** A frequent word is only compared with this many of its other places. */
const mostPlaces = 20;
const longestRun = 40;
/** The fewest letters of a script that the target language does not use. */
const leastForeign = 12;
/** The most words and characters that are quoted from a longer run. */
const quotedWords = 7;
const quotedCharacters = 20;

/** This character replaces code and formulas, which translations keep unchanged. */
const gap = '\uFFFC';
const codeLike = /[(){}[\]=_;|\\^$`]|[\p{L}\p{N}][./:][\p{L}\p{N}]|--|\p{Ll}\p{Lu}/u;

/** Quotes the first words of the source that a translation still contains; empty if there are none. */
function findRemains(source: string, target: string, { source: from }: Languages): string {
  const [own, other] = [withoutCode(source), withoutCode(target)];
  return findForeign(own, other) || findRun(own, other, from);
}

/** The plain text without code. Markers do not say which of them are code, so code is recognised by its look. */
function withoutCode(markup: string): string {
  return plainOf(
    markup.replace(/<(\d{1,4})>([^<]*)<\/\1>/g, (all, _, inside: string) =>
      codeLike.test(inside) ? ` ${gap} ` : all,
    ),
  );
}

/** Finds a longer stretch of the source's script, which was not translated if the target uses another script. */
function findForeign(source: string, target: string): string {
  const isUnspacedSource = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(source);
  const isUnspacedTarget = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
    target.slice(0, 400),
  );
  const stretch = isUnspacedSource
    ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]{8,}/gu
    : /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}\p{Script=Greek}][\p{L}\p{M} ,]{10,}/gu;
  const latin = (target.match(/\p{Script=Latin}/gu) ?? []).length;
  if (isUnspacedSource && isUnspacedTarget && latin < target.length / 3) return '';
  for (const [found] of target.matchAll(stretch)) {
    const words = found.trim();
    if (words.length >= (isUnspacedSource ? 8 : leastForeign) && source.includes(words))
      return isUnspacedSource ? words.slice(0, quotedCharacters) : firstWords(words);
  }
  return '';
}

function findRun(source: string, target: string, language: string | null): string {
  const functionWords = stopwordsOf(language ?? undefined);
  if (functionWords.size === 0) return '';
  const sourceWords = wordsOf(source).map(([word]) => word);
  const places = Map.groupBy(sourceWords.keys(), (at) => sourceWords[at] ?? '');
  const found = wordsOf(target);
  const targetWords = found.map(([word]) => word);
  for (let at = 0; at < targetWords.length; at++) {
    for (const start of (places.get(targetWords[at] ?? '') ?? []).slice(0, mostPlaces)) {
      let length = 0;
      while (
        length < longestRun &&
        at + length < targetWords.length &&
        targetWords[at + length] !== gap &&
        sourceWords[start + length] === targetWords[at + length]
      )
        length += 1;
      if (length < leastWords) continue;
      const run = sourceWords.slice(start, start + length);
      const lower = run.filter((word) => word === word.toLowerCase());
      const hits = lower.filter((word) => functionWords.has(word)).length;
      const last = found[at + Math.min(length, quotedWords) - 1];
      if (hits >= leastFunctionWords && last !== undefined)
        return target.slice(found[at]?.index, last.index + last[0].length);
    }
  }
  return '';
}

function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/\uFFFC|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu)].slice(0, 2000);
}

function firstWords(text: string): string {
  return text.split(' ').slice(0, quotedWords).join(' ');
}

/** A text with fewer letters than this says little about its language. */
const leastLetters = 40;

/**
 * Whether a translation is in the target language, or null where that cannot be told. Names that the source spells
 * the same do not count, because a caption may consist of them.
 */
function isInLanguage(source: string, target: string, language: string): boolean | null {
  const known = new Set(plainOf(source).match(/\p{Lu}[\p{L}\p{M}\d]*/gu));
  const text = plainOf(target).replace(/\p{Lu}[\p{L}\p{M}\d]*/gu, (word) => (known.has(word) ? ' ' : word));
  return matchesLanguage(text, language);
}

/** Whether a translation is in the wrong language and long enough to be sure. */
export function isWrongLanguage(source: string, target: string, language: string): boolean {
  return lettersOf(plainOf(target)) >= leastLetters && isInLanguage(source, target, language) === false;
}

/** Whether the source came back unchanged, although its function words are not those of the target language. */
export function isUnchanged(source: string, target: string, language: string): boolean {
  const text = plainOf(target);
  if (text !== plainOf(source)) return false;
  const own = stopwordsOf(language);
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const foreign = words.filter(
    (word) => word === word.toLowerCase() && languagesOfStopword(word).length > 0 && !own.has(word),
  );
  return foreign.length > 1 && matchesLanguage(text, language) !== true;
}

/** Whether a text, however short, is surely no translation: the source itself, or another language. */
export function isUntranslated(source: string, target: string, language: string): boolean {
  const [from, to] = [source, target].map((markup) => plainOf(markup).toLowerCase());
  if (from === to || isInLanguage(source, target, language) === false) return true;
  const own = stopwordsOf(language);
  const words = plainOf(target).match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu) ?? [];
  return (
    words.some((word) => languagesOfStopword(word).length > 0) &&
    own.size > 0 &&
    !(
      plainOf(target)
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? []
    ).some((word) => own.has(word))
  );
}

function lettersOf(text: string): number {
  return (text.match(/\p{L}/gu) ?? []).length;
}
