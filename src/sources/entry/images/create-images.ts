import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle } from '#sources/entry/require-entry.ts';
import { listImages, withLocalImages } from '#text/article/image-links.ts';
import { type createImageLoader, remember, requireImage } from './image-loader.ts';

export interface Image {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An image this narrow or flat shows nothing: it is a tracking pixel. */
const trackerPixels = 3;

/** Fetches images of articles for the browser: only those in a stored article. */
export function createImages(
  ports: Pick<ReaderPorts, 'store' | 'markup' | 'hash'>,
  load: ReturnType<typeof createImageLoader>,
) {
  const { hash } = ports;
  const addresses = new Map<string, string>();

  function withImages(entry: Entry): Entry {
    for (const [key, address] of listImages(entry.html, hash))
      remember(addresses, `${entry.id}/${key}`, address);
    return { ...entry, html: withLocalImages(entry.html, { entryId: entry.id, hash }) };
  }

  async function addressOf(entryId: EntryId, key: string): Promise<string> {
    const known = addresses.get(`${entryId}/${key}`);
    if (known !== undefined) return known;
    const entry = await requireArticle(ports, entryId);
    const address = listImages(entry.html, hash).get(key);
    if (address === undefined) throw new AppError('not_found', 'Image not found in this article.');
    return address;
  }

  return {
    withImages,
    /** Throws AppError `not_found`, `fetch_…`. */
    async getImage(entryId: EntryId, key: string): Promise<Image> {
      const bytes = await load(await addressOf(entryId, key));
      return { type: requireShown(bytes), bytes };
    },
  };
}

function requireShown(bytes: Uint8Array): string {
  const { type, size } = requireImage(bytes);
  if (size !== null && Math.min(size.width, size.height) <= trackerPixels) {
    throw new AppError('fetch_unsupported', 'This image is a tracking pixel, too small to see.');
  }
  return type;
}
