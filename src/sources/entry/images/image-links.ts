import type { EntryId } from '#schema/entry.ts';

/** Attributes of stored articles are escaped: neither `>` nor a quotation mark is written inside one. */
const remoteImage = /(<img\b[^>]*?\ssrc=")(https?:[^"]*)"/gi;

/** The address of each remote picture of an article, under the key by which the server gives it out. */
export function listImages(html: string, hash: (text: string) => string): Map<string, string> {
  const addresses = [...html.matchAll(remoteImage)].map(([, , written = '']) => unescape(written));
  return new Map(addresses.map((address) => [imageKey(address, hash), address]));
}

/** The article with its pictures served from here, so that no browser asks another host for them. */
export function withLocalImages(
  html: string,
  { entryId, hash }: { entryId: EntryId; hash(text: string): string },
): string {
  return html.replace(
    remoteImage,
    (_, before: string, written: string) =>
      `${before}/api/entries/${entryId}/images/${imageKey(unescape(written), hash)}"`,
  );
}

function imageKey(address: string, hash: (text: string) => string): string {
  return hash(address).slice(0, 32);
}

function unescape(written: string): string {
  return written
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
