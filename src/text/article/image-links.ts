import type { EntryId } from '#schema/entry.ts';

/**
 * Matches a remote image. Attributes of stored articles are escaped, so they contain no `<`, `>` or quotation mark.
 */
const remoteImage = /(<img\b[^<>]*?\ssrc=")(https?:[^"]*)"/gi;

/** Lists the URL of each remote image of an article by the key under which the server provides it. */
export function listImages(html: string, hash: (text: string) => string): Map<string, string> {
  const addresses = [...html.matchAll(remoteImage)].map(([, , written = '']) => unescape(written));
  return new Map(addresses.map((address) => [imageKey(address, hash), address]));
}

/** Matches images such as buttons and emoji by their size. */
const smallImage = /\s(?:width|height)="(?:[0-9]|[1-4][0-9])"/i;

/** Finds the key of the first image that a list can show for the article. */
export function firstImageKey(html: string, hash: (text: string) => string): string | null {
  for (const [image] of html.matchAll(/<img\b[^<>]*>/gi)) {
    const [key] = listImages(image, hash).keys();
    if (key !== undefined && !smallImage.test(image)) return key;
  }
  return null;
}

/** Points the images of an article to this server, so that the browser does not contact other hosts. */
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
