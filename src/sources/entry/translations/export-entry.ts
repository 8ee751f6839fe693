import type { EntryId } from '#schema/entry.ts';
import type { ExportEntryQuery } from '#schema/translations/translation-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle } from '#sources/entry/require-entry.ts';
import { nameExport } from '#text/paragraphs/name-export.ts';
import { chooseLanguage } from './translate-entry.ts';

const mediaTypes = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
} as const;

interface ExportedFile {
  name: string;
  mediaType: string;
  text: string;
}

/** The article as a file, with its translation if asked for. */
export async function exportEntry(
  ports: ReaderPorts,
  id: EntryId,
  query: ExportEntryQuery,
): Promise<ExportedFile> {
  const { title, url, html, language } = await requireArticle(ports, id);
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(query.targetLanguage, translation);
  const { format, layout } = query;
  const stored =
    layout === 'original' ? [] : await ports.translations.listParagraphs({ entryId: id, targetLanguage });
  const texts = new Map(stored.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])));
  const text = await ports.markup.writeTranslated(
    { title, url, html, language },
    { format, layout, targetLanguage, texts },
  );
  const named = nameExport(title.trim() === '' ? 'article' : title, {
    layout,
    source: language,
    language: targetLanguage,
  });
  const name = named.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return { name: `${name === '' ? 'article' : name}.${format}`, mediaType: mediaTypes[format], text };
}
