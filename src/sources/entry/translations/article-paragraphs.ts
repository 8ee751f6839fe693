import { parsePage } from '#sources/entry/pages/parse-page.ts';
import { findParagraphs } from '#text/paragraphs/find-paragraphs.ts';
import { markupOfText } from '#text/paragraphs/markers.ts';
import { keyOfMarkup } from '#text/paragraphs/paragraph-key.ts';

export interface ArticleParagraph {
  key: string;
  markup: string;
}

/** The paragraphs of sanitised markup; equal ones once. */
export function readParagraphs(html: string): ArticleParagraph[] {
  if (html === '') return [];
  const found = findParagraphs(parsePage(html, 'about:blank').body);
  return [...new Map(found.map(({ key, markup }) => [key, { key, markup }])).values()];
}

/** Null for a title without words. */
export function titleParagraph(title: string): ArticleParagraph | null {
  const markup = markupOfText(title);
  return /\p{L}/u.test(markup) ? { key: keyOfMarkup(markup), markup } : null;
}
