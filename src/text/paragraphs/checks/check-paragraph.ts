import type { GlossaryTerm, TranslationMark } from '#schema/translations/translation.ts';
import { indexAcross } from '#text/grounding/across/index-source.ts';
import { moodOf } from '#text/grounding/across/mood.ts';
import { checkAcross } from '#text/grounding/check-across.ts';
import { indexSource } from '#text/grounding/source-index.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { readMarkers } from '#text/paragraphs/read-markers.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isInLanguage, isUnchanged } from './check-language.ts';
import { checkNumbers } from './check-numbers.ts';
import { findRemains } from './find-remains.ts';
import { type Languages, rendersTerm, termsFor, termsIn } from './glossary.ts';
import { weighText } from './weigh-text.ts';

interface Checked {
  /** Both with markers. */
  source: string;
  target: string;
  languages: Languages;
  glossary: readonly GlossaryTerm[];
}

/** One mark of a kind is enough; the reader looks at the whole paragraph. */
const mostMarks = 4;

/** What rules notice about a translated paragraph. They stay silent where they cannot be sure. */
export function checkParagraph({ source, target, languages, glossary }: Checked): TranslationMark[] {
  const from = plainOf(source);
  const to = plainOf(target);
  const isSameLanguage =
    languages.source !== null && primarySubtag(languages.source) === primarySubtag(languages.target);
  const remains = isSameLanguage ? '' : findRemains(source, target, languages);
  const marks: TranslationMark[] = [
    ...lostMarkup(source, target),
    ...checkNumbers(from, to, languages),
    ...(isSameLanguage ? [] : nameMarks(from, to, languages)),
    ...negationMarks(from, to, languages),
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

/** A link, an image or an emphasis that the translation does not have. */
function lostMarkup(source: string, target: string): TranslationMark[] {
  const [first] = readMarkers(target, source).missing;
  if (first === undefined) return [];
  const start = source.indexOf(`<${first}>`);
  const end = source.indexOf(`</${first}>`);
  return [mark('markup', start === -1 ? '' : plainOf(source.slice(start, end)), 'source')];
}

/** What is longer is compared sentence by sentence: the time grows with the square of what is compared at once. */
const mostAtOnce = 2000;

/** Names that the source does not have, as the rules for summaries in another language find them. */
function nameMarks(source: string, target: string, languages: Languages): TranslationMark[] {
  if (languages.source === null) return [];
  const index = indexAcross(indexSource(source, primarySubtag(languages.source)));
  const language = primarySubtag(languages.target);
  const claims = target.length <= mostAtOnce ? [{ text: target, start: 0 }] : splitSentences(target);
  for (const { text, start } of claims) {
    if (text.length > mostAtOnce) continue;
    const name = checkAcross({ text, start, language }, index).flags.find(({ kind }) => kind === 'name');
    if (name !== undefined) return [mark('name', target.slice(name.start, name.end), 'target')];
  }
  return [];
}

/** Languages in which a denial is a word of its own, so that its absence can be seen from both sides. */
const deniedInWords = new Set(['en', 'de', 'fr', 'es']);

function negationMarks(source: string, target: string, languages: Languages): TranslationMark[] {
  const [from, to] = [primarySubtag(languages.source ?? ''), primarySubtag(languages.target)];
  const own = moodOf(source, from);
  const other = moodOf(target, to);
  if (own === undefined || other === undefined || from === to) return [];
  if (own.denied && deniedInWords.has(from) && !other.denied && !other.negative)
    return [mark('negation', '', 'source')];
  const isShort = weighText(source) < 300;
  if (other.denied && deniedInWords.has(to) && isShort && !own.denied && !own.negative)
    return [mark('negation', '', 'target')];
  return [];
}

/** Between any two languages a text of some length stays within these bounds. */
const shortest = 0.4;
const longest = 2.8;
const leastWeight = 80;

function lengthMarks(source: string, target: string): TranslationMark[] {
  const from = weighText(source);
  if (from < leastWeight) return [];
  const ratio = weighText(target) / from;
  return ratio < shortest || ratio > longest ? [mark('length', '', 'target')] : [];
}
