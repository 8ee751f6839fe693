import type { Entry } from '#schema/entry.ts';
import type { TranslationStore } from '#sources/entry/translations/ports.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { titleParagraph } from './title-paragraph.ts';
import type { writeTranslated } from './write-translated.ts';

interface Ports {
  translations: Pick<TranslationStore, 'listParagraphs'>;
  markup: {
    readParagraphs(html: string): { key: string }[] | Promise<{ key: string }[]>;
    writeTranslated(...given: Parameters<typeof writeTranslated>): string | Promise<string>;
  };
}

export interface TranslatedText {
  title: string;
  text: string;
}

/** The stored translation of the current article. Null if a translation of some paragraphs was never requested. */
export async function readTranslatedText(
  { translations, markup }: Ports,
  { id, title, html, language }: Pick<Entry, 'id' | 'title' | 'html' | 'language'>,
  targetLanguage: string,
): Promise<TranslatedText | null> {
  const stored = await translations.listParagraphs({ entryId: id, targetLanguage });
  const known = new Set(stored.map(({ key }) => key));
  const texts = new Map(stored.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])));
  const paragraphs = await markup.readParagraphs(html);
  if (!paragraphs.some(({ key }) => texts.has(key))) return null;
  if (paragraphs.some(({ key }) => !known.has(key))) return null;
  const text = await markup.writeTranslated(
    { title: '', url: null, html, language },
    { format: 'txt', layout: 'translation', targetLanguage, texts },
  );
  return { title: plainOf(texts.get(titleParagraph(title)?.key ?? '') ?? title), text: text.trim() };
}
