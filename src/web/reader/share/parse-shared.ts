import type { AddEntryRequest } from '#schema/reader-wire.ts';
import { safeUrl } from '#web/reader/web-address.ts';

/** The content that another app shared. The names are those in the manifest's `share_target`. */
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

/**
 * Returns the page if there is a link, which Android puts into the text. Otherwise it returns the text or the title,
 * or null if there is neither.
 */
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
  // Punctuation after the link belongs to the sentence around it.
  return safeUrl(found?.replace(/[.,;:!?)\]}'’”]{1,8}$/, '') ?? null);
}
