import { AppError, toAppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { createHostLimiter } from '#sources/entry/fetch/host-limiter.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireEntry } from '#sources/entry/require-entry.ts';
import { listImages, withLocalImages } from './image-links.ts';
import { sniffImage } from './sniff-image.ts';

export interface Image {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An image this narrow or flat shows nothing: it is a tracking pixel. */
const trackerPixels = 3;
/** Fetched at the same time; a site that hangs must not delay images from other sites. */
const fetchesAtOnce = 8;
/** How long a failed image is not fetched again. */
const failedForMs = 10 * 60_000;
/** A long article has around a hundred images. */
const maxRemembered = 5000;

type ImagePorts = Pick<ReaderPorts, 'store' | 'fetchImage' | 'imageCache' | 'hash' | 'clock'>;

/** Fetches images of articles for the browser: only those in a stored article, each once. */
export function createImages(ports: ImagePorts) {
  const { fetchImage, imageCache, hash, clock } = ports;
  const addresses = new Map<string, string>();
  const failures = new Map<string, { error: AppError; until: number }>();
  const inProgress = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const limit = createHostLimiter(fetchesAtOnce);

  function withImages(entry: Entry): Entry {
    for (const [key, address] of listImages(entry.html, hash))
      remember(addresses, `${entry.id}/${key}`, address);
    return { ...entry, html: withLocalImages(entry.html, { entryId: entry.id, hash }) };
  }

  async function addressOf(entryId: EntryId, key: string): Promise<string> {
    const known = addresses.get(`${entryId}/${key}`);
    if (known !== undefined) return known;
    const entry = await requireEntry(ports, entryId);
    const address = listImages(entry.html, hash).get(key);
    if (address === undefined) throw new AppError('not_found', 'Image not found in this article.');
    return address;
  }

  async function fetchOnce(address: string): Promise<Uint8Array<ArrayBuffer>> {
    const failed = failures.get(address);
    if (failed && failed.until > clock.now()) throw failed.error;
    try {
      const { status, body } = await fetchImage(address, { headers: { accept: 'image/*' } });
      if (status !== 200)
        throw new AppError('fetch_failed', `The site returned HTTP ${status} for this image.`);
      const bytes = new Uint8Array(body);
      requireImage(bytes);
      return bytes;
    } catch (error) {
      remember(failures, address, { error: toAppError(error), until: clock.now() + failedForMs });
      throw error;
    }
  }

  async function load(address: string): Promise<Uint8Array<ArrayBuffer>> {
    const key = hash(address);
    const cached = await imageCache.read(key);
    if (cached !== null) return cached;
    const bytes = await limit(address, () => fetchOnce(address));
    await imageCache.write(key, bytes);
    return bytes;
  }

  return {
    withImages,
    /** Throws AppError `not_found`, `fetch_…`. */
    async getImage(entryId: EntryId, key: string): Promise<Image> {
      const address = await addressOf(entryId, key);
      const running = inProgress.get(address) ?? load(address).finally(() => inProgress.delete(address));
      inProgress.set(address, running);
      const bytes = await running;
      return { type: requireShown(bytes), bytes };
    },
  };
}

function requireImage(bytes: Uint8Array) {
  const kind = sniffImage(bytes);
  if (kind === null) throw new AppError('fetch_unsupported', 'The site sent something other than an image.');
  return kind;
}

function requireShown(bytes: Uint8Array): string {
  const { type, size } = requireImage(bytes);
  if (size !== null && Math.min(size.width, size.height) <= trackerPixels) {
    throw new AppError('fetch_unsupported', 'This image is a tracking pixel, too small to see.');
  }
  return type;
}

/** Drops the oldest over `maxRemembered`. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxRemembered && oldest !== undefined) map.delete(oldest);
}
