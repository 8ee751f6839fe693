import { hash } from 'node:crypto';
import { withoutInvisibleCharacters } from '#sources/entry/pages/hidden-text.ts';
import { htmlOfText, lineOfHtml, shorten, singleSpaced } from '#sources/entry/pages/plain-text.ts';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { firstImageKey } from '#text/article/image-links.ts';
import { detectLanguages } from '#text/language/detect-languages.ts';
import { detectLanguage } from '#text/language/language.ts';
import { indexTerms } from '#text/search-terms.ts';
import { countWords, isUnspaced } from '#text/sentences/words.ts';
import { textOfMarkup } from './pages/parse-markup.ts';

export interface EntryContent {
  /** Sanitized, safe to insert into a page. */
  html: string;
  /** The text for models: blank lines between blocks, and nothing that a reader would not see. */
  text: string;
  excerpt: string;
  language: string | null;
  readingMinutes: number;
}

/** Content with everything else that is stored of a text and takes time to calculate. */
export interface IndexedContent extends EntryContent {
  /** SHA-256 of the text in hex, to detect changes. */
  contentHash: string;
  /** Key of the first image as the server provides it, or null if there is none. */
  imageKey: string | null;
  /** The words for the full-text index. */
  terms: { title: string; text: string };
}

export type ContentSource = { url: string | null; title: string } & ({ html: string } | { text: string });

/** Reading speed in words, and in characters for scripts without spaces. */
const wordsPerMinute = 230;
const charactersPerMinute = 450;
const excerptCharacters = 240;

/** Makes content from markup or plain text of a feed, page, file or person. Links are relative to `url`. */
export function makeEntryContent(source: ContentSource): EntryContent {
  const content = makeTexts(source);
  return { ...content, language: detectLanguage(content.text)?.language ?? null };
}

function makeTexts(source: ContentSource): Omit<EntryContent, 'language'> {
  const given = 'html' in source ? source.html : htmlOfText(withoutInvisibleCharacters(source.text));
  const sanitized = sanitizeArticle(given, source.url ?? 'about:blank');
  const html = withoutRepeatedTitle(sanitized.html, source.title);
  const shown = html === sanitized.html ? sanitized.text : textOfMarkup(html);
  // Plain text is used as it is given, markup after sanitizing.
  const text = 'html' in source ? shown : withoutInvisibleCharacters(source.text).trim();
  const speed = isUnspaced(text) ? charactersPerMinute : wordsPerMinute;
  return {
    html,
    text,
    excerpt: shorten(firstWords(text), excerptCharacters),
    readingMinutes: Math.max(1, Math.round(countWords(text) / speed)),
  };
}

/** Detects the languages together, so the texts should come from one place, such as a feed. */
export function makeIndexedContents(sources: readonly ContentSource[]): IndexedContent[] {
  const contents = sources.map(makeTexts);
  const languages = detectLanguages(contents.map(({ text }) => text));
  return contents.map((content, at) =>
    withIndex((sources[at] as ContentSource).title, { ...content, language: languages[at] ?? null }),
  );
}

export function makeIndexedContent(source: ContentSource): IndexedContent {
  return withIndex(source.title, makeEntryContent(source));
}

function withIndex(title: string, content: EntryContent): IndexedContent {
  return {
    ...content,
    contentHash: hash('sha256', content.text),
    imageKey: firstImageKey(content.html, (text) => hash('sha256', text)),
    terms: { title: indexTerms(title), text: indexTerms(content.text) },
  };
}

/** Removes the title at the start of a page, because the reader shows it already. */
function withoutRepeatedTitle(html: string, title: string): string {
  const heading = /^(?:\s*<(?:div|article|section)>)*\s*<h[12]>(.{1,1000}?)<\/h[12]>/s.exec(html);
  if (!heading || lineOfHtml(heading[1] ?? '').toLowerCase() !== title.trim().toLowerCase()) return html;
  const start = heading[0].lastIndexOf('<h');
  return html.slice(0, start) + html.slice(heading[0].length);
}

/** More characters than the excerpt needs, if the text has them. */
function firstWords(text: string): string {
  const few = wordsWithin(text, 600);
  return few.length > excerptCharacters + 60 || text.length <= 600 ? few : wordsWithin(text, 2000);
}

function wordsWithin(text: string, characters: number): string {
  return singleSpaced(text.slice(0, characters).replace(/^(?:#{1,6}|[-*]|\d+\.)\s+/gm, '')).trim();
}
