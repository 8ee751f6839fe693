import { keyOfMarkup, markupOfText } from '#text/paragraphs/markers.ts';

export interface ArticleParagraph {
  key: string;
  markup: string;
}

/** Null if the title has no words. */
export function titleParagraph(title: string): ArticleParagraph | null {
  const markup = markupOfText(title);
  return /\p{L}/u.test(markup) ? { key: keyOfMarkup(markup), markup } : null;
}
