import { makeIndexedContents } from '#sources/entry/entry-content.ts';
import { parseFeed } from '#sources/entry/feeds/parse-feed.ts';
import { readOpml } from '#sources/entry/feeds/read-opml.ts';
import { readFileContent } from '#sources/entry/reading/read-file-content.ts';
import { readPage, readPageContent } from '#sources/entry/reading/read-page.ts';
import { readParagraphs } from '#sources/entry/translations/article-paragraphs.ts';
import { writeTranslated } from '#sources/entry/translations/write-translated.ts';
import { readPageIcons } from './page-icons.ts';
import { readPageLinks } from './page-links.ts';

/**
 * The readers of untrusted markup. Each works in one piece without a pause, and hostile markup can take
 * minutes and gigabytes: a server calls them in a thread.
 */
export const markupReaders = {
  makeIndexedContents,
  parseFeed,
  readFileContent,
  readOpml,
  readPage,
  readPageContent,
  readPageIcons,
  readPageLinks,
  readParagraphs,
  writeTranslated,
};

type Readers = typeof markupReaders;
export type ReaderName = keyof Readers;

/** The same, possibly in a thread. Also throws AppError `too_large` if reading takes too long or too much memory. */
export type MarkupReaders = {
  [Name in ReaderName]: (
    ...given: Parameters<Readers[Name]>
  ) => Awaited<ReturnType<Readers[Name]>> | Promise<Awaited<ReturnType<Readers[Name]>>>;
};
