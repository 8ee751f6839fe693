import type { Entry } from '#schema/entry.ts';
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
export async function makeContent(
  { hash, markup }: Pick<ReaderPorts, 'hash' | 'markup'>,
  source: Source & ({ html: string } | { text: string }),
): Promise<StoredContent> {
  const { title, original, textOrigin, url } = source;
  const given = 'html' in source ? { html: source.html } : { text: source.text };
  const made = await markup.makeEntryContent({ ...given, title, url });
  return {
    ...made,
    title,
    original,
    textOrigin,
    contentHash: hash(made.text),
    language: made.language ?? source.language,
  };
}
