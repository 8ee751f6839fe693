import type { AddEntryRequest } from '#schema/reader-wire.ts';
import { safeUrl } from '#web/reader/web-address.ts';

/** What another app shared, as the manifest's `share_target` names it. */
export interface SharedSearch {
  title?: string;
  text?: string;
  url?: string;
}

export type SharedEntry = Extract<AddEntryRequest, { kind: 'page' | 'text' }>;

const maxShared = 100_000;
const maxTitle = 1000;

export function parseSharedSearch(search: Record<string, unknown>): SharedSearch {
  const read = (value: unknown) => {
    // The router parses a text of digits as a number.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? undefined : text.slice(0, maxShared);
  };
  const [title, text, url] = [read(search.title), read(search.text), read(search.url)];
  return {
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { text }),
    ...(url === undefined ? {} : { url }),
  };
}

/** The page if there is a link: Android puts it into the text. Otherwise the text; null if there is neither. */
export function toSharedEntry({ title, text, url }: SharedSearch): SharedEntry | null {
  for (const given of [url, text, title]) {
    const page = findUrl(given);
    if (page !== null) return { kind: 'page', url: page };
  }
  if (text === undefined) return title === undefined ? null : { kind: 'text', text: title };
  return { kind: 'text', text, ...(title === undefined ? {} : { title: title.slice(0, maxTitle) }) };
}

function findUrl(text: string | undefined): string | null {
  const [found] = /https?:\/\/[^\s<>"]{1,4000}/i.exec(text ?? '') ?? [];
  // A link at the end of a sentence.
  return safeUrl(found?.replace(/[.,;:!?)\]}'’”]{1,8}$/, '') ?? null);
}
