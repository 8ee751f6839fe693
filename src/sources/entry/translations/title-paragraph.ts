import { markupOfText } from '#text/paragraphs/markers.ts';
import { keyOfMarkup } from '#text/paragraphs/paragraph-key.ts';

export interface ArticleParagraph {
  key: string;
  markup: string;
}

/** Null for a title without words. */
export function titleParagraph(title: string): ArticleParagraph | null {
  const markup = markupOfText(title);
  return /\p{L}/u.test(markup) ? { key: keyOfMarkup(markup), markup } : null;
}
