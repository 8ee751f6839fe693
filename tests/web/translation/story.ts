import { inject } from 'vitest';
import { type Entry, entryIdSchema, entrySchema } from '#schema/entry.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import { type EntryTranslation, entryTranslationSchema } from '#schema/translations/translation-wire.ts';
import { makeArticle } from '#tests/fixtures/translated-article.ts';
import { findParagraphs } from '#text/paragraphs/find-paragraphs.ts';
import { keyOfMarkup } from '#text/paragraphs/markers.ts';
import { makeRun } from './open-run.ts';

/** An article with the translation of each paragraph. */
export interface Story {
  entry: Entry;
  title: TranslatedParagraph;
  /** The paragraphs in the order of the article, without the title. */
  paragraphs: TranslatedParagraph[];
}

const { translatedId } = inject('world');
const recorded = inject('recordedAnswers');
const recordedEntry = entrySchema.parse(recorded['reader.entries.get']?.[String(translatedId)]);
const recordedTranslation = entryTranslationSchema.parse(
  recorded['translations.get']?.[String(translatedId)],
);

/** Makes the recorded entry with this article in its place. */
export function makeStory(
  html: string,
  translate: (markup: string) => string,
  head: Partial<Entry> = {},
): Story {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts = new Map(findParagraphs<Node>(body).map(({ key, markup }) => [key, translate(markup)]));
  const paragraphs = Array.from(texts, ([key, text]) => translated(key, text));
  const entry = { ...recordedEntry, html, ...head };
  const { title } = entry;
  return {
    entry,
    title: translated(keyOfMarkup(title), translate(title)),
    paragraphs,
  };
}

/** Makes an article of this many paragraphs, each with a place and a number. */
export function makeCoast(
  count: number,
  { language = 'de', from = 0, ...head }: Partial<Entry> & { from?: number } = {},
): Story {
  const { html, translations } = makeArticle(language ?? 'de', count, { from });
  return makeStory(asServed(html), (markup) => translations.get(markup) ?? `Übersetzung von ${markup}`, head);
}

/** Changes links into the form in which the server sends them. */
function asServed(html: string): string {
  return html.replaceAll(/<a href="[^"]*"/g, '$& rel="noopener noreferrer nofollow" target="_blank"');
}

function translated(key: string, text: string): TranslatedParagraph {
  return { key, text, problem: null, marks: [] };
}

/** The translation that the server stores for the story: the title and these paragraphs. */
export function stored(
  { title, paragraphs: all }: Story,
  paragraphs: readonly TranslatedParagraph[] = all,
  more: Partial<EntryTranslation> = {},
): EntryTranslation {
  const targetLanguage = more.targetLanguage ?? recordedTranslation.targetLanguage;
  const isComplete = paragraphs.length === all.length;
  const count = paragraphs.filter(({ text }) => text !== null).length + 1;
  return {
    ...recordedTranslation,
    titleKey: title.key,
    total: all.length + 1,
    translated: count,
    paragraphs: [title, ...paragraphs],
    languages: [{ targetLanguage, paragraphs: count, isComplete, updatedAt: 0 }],
    ...more,
  };
}

export function notTranslated(
  { title, paragraphs }: Story,
  more: Partial<EntryTranslation> = {},
): EntryTranslation {
  return {
    ...recordedTranslation,
    titleKey: title.key,
    total: paragraphs.length + 1,
    translated: 0,
    paragraphs: [],
    languages: [],
    maker: null,
    ...more,
  };
}

export function failedRun(message = 'The provider returned 401 (API key rejected).'): Run {
  return makeRun('translation', {
    status: 'failed',
    errorCode: 'model_unauthorized',
    errorMessage: message,
  });
}

/** Replaces each of these numbers by one that the source does not have. */
export function withWrongNumber({ paragraphs }: Story, ...numbers: string[]): TranslatedParagraph[] {
  return paragraphs.map((paragraph) => {
    const wrong = numbers.find((number) => paragraph.text?.includes(number));
    if (wrong === undefined || paragraph.text === null) return paragraph;
    return {
      ...paragraph,
      text: paragraph.text.replace(wrong, '9999'),
      marks: [{ kind: 'number', words: wrong, side: 'source' }],
    };
  });
}

/** The id of a second article in the list. */
export const secondId = entryIdSchema.parse(inject('world').entryId);
