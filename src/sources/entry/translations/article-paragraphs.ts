import { parsePage } from '#sources/entry/pages/parse-page.ts';
import { findParagraphs } from '#text/paragraphs/find-paragraphs.ts';
import type { ArticleParagraph } from './title-paragraph.ts';

/** The paragraphs of sanitised markup; equal ones once. */
export function readParagraphs(html: string): ArticleParagraph[] {
  if (html === '') return [];
  const found = findParagraphs(parsePage(html, 'about:blank').body);
  return [...new Map(found.map(({ key, markup }) => [key, { key, markup }])).values()];
}
