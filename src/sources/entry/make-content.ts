import type { Entry } from '#schema/entry.ts';
import { makeEntryContent } from './entry-content.ts';
import type { ReaderPorts, StoredContent } from './ports.ts';

interface Source {
  title: string;
  /** What links are relative to. */
  url: string | null;
  original: string;
  textOrigin: Entry['textOrigin'];
  /** As the source says; what the text itself shows counts more. */
  language: string | null;
}

/** An entry's text in all its forms, with the hash that tells later whether it is still the same. */
export function makeContent(
  { hash }: Pick<ReaderPorts, 'hash'>,
  source: Source & ({ html: string } | { text: string }),
): StoredContent {
  const { title, original, textOrigin } = source;
  const made = makeEntryContent(source);
  return {
    ...made,
    title,
    original,
    textOrigin,
    contentHash: hash(made.text),
    language: made.language ?? source.language,
  };
}
