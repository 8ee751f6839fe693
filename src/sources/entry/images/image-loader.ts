import { AppError, toAppError } from '#schema/app-error.ts';
import { createHostLimiter } from '#sources/entry/fetch/host-limiter.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { type ImageKind, sniffImage } from './sniff-image.ts';

/** Fetched at the same time; a site that hangs must not delay images from other sites. */
const fetchesAtOnce = 8;
/** How long a failed image is not fetched again. */
const failedForMs = 10 * 60_000;
/** A long article has around a hundred images. */
const maxRemembered = 5000;

export type LoaderPorts = Pick<ReaderPorts, 'fetchImage' | 'imageCache' | 'hash' | 'clock'>;

/** Fetches images by their URL, each once, and keeps them. Returns a function that throws AppError `fetch_…`. */
export function createImageLoader(ports: LoaderPorts): (address: string) => Promise<Uint8Array<ArrayBuffer>> {
  const { fetchImage, imageCache, hash, clock } = ports;
  const failures = new Map<string, { error: AppError; until: number }>();
  const inProgress = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const limit = createHostLimiter(fetchesAtOnce);

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

  return (address) => {
    const running = inProgress.get(address) ?? load(address).finally(() => inProgress.delete(address));
    inProgress.set(address, running);
    return running;
  };
}

export function requireImage(bytes: Uint8Array): ImageKind {
  const kind = sniffImage(bytes);
  if (kind === null) throw new AppError('fetch_unsupported', 'The site sent something other than an image.');
  return kind;
}

/** Drops the oldest over `maxRemembered`. */
export function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxRemembered && oldest !== undefined) map.delete(oldest);
}
