import type { EntryId } from '#schema/entry.ts';

/** Attributes of stored articles are escaped: neither `<`, `>` nor a quotation mark is written inside one. */
const remoteImage = /(<img\b[^<>]*?\ssrc=")(https?:[^"]*)"/gi;

/** The URL of each remote image of an article, under the key by which the server provides it. */
export function listImages(html: string, hash: (text: string) => string): Map<string, string> {
  const addresses = [...html.matchAll(remoteImage)].map(([, , written = '']) => unescape(written));
  return new Map(addresses.map((address) => [imageKey(address, hash), address]));
}

/** Such as buttons and emoji. */
const smallImage = /\s(?:width|height)="(?:[0-9]|[1-4][0-9])"/i;

/** The key of the first image that a list can show for the article. */
export function firstImageKey(html: string, hash: (text: string) => string): string | null {
  for (const [image] of html.matchAll(/<img\b[^<>]*>/gi)) {
    const [key] = listImages(image, hash).keys();
    if (key !== undefined && !smallImage.test(image)) return key;
  }
  return null;
}

/** The article with its images served from here, so that the browser does not contact other hosts. */
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
