import { AppError, toAppError } from '#schema/app-error.ts';
import { createHostLimiter } from '#sources/entry/fetch/host-limiter.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';

/** Limits parallel fetches. */
const fetchesAtOnce = 8;
/** How long a failed image is not fetched again. */
const failedForMs = 10 * 60_000;
/** A long article has around a hundred images. */
const maxRemembered = 5000;

export type LoaderPorts = Pick<ReaderPorts, 'fetchImage' | 'imageCache' | 'hash' | 'clock'>;

/** Returns a function that fetches an image by its URL only once and caches it. It throws AppError `fetch_…`. */
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

/** Removes the oldest entry above `maxRemembered`. */
export function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxRemembered && oldest !== undefined) map.delete(oldest);
}

/** The type detected from the bytes. Servers send wrong types, and a wrong type must not let an image act as a page. */
interface ImageKind {
  type: string;
  /** Null for formats whose size is not read. */
  size: { width: number; height: number } | null;
}

/** Null if the bytes are not an image. */
export function sniffImage(bytes: Uint8Array): ImageKind | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) {
      return { type: 'image/png', size: { width: view.getUint32(16), height: view.getUint32(20) } };
    }
    if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) {
      return { type: 'image/gif', size: { width: view.getUint16(6, true), height: view.getUint16(8, true) } };
    }
    if (startsWith(bytes, '\xff\xd8\xff')) return { type: 'image/jpeg', size: jpegSize(view) };
    if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) {
      return { type: 'image/webp', size: webpSize(bytes, view) };
    }
    if (startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4)) {
      return { type: 'image/avif', size: null };
    }
    if (startsWith(bytes, '\0\0\x01\0') && view.getUint16(4, true) > 0) {
      // A zero byte means 256.
      const [width, height] = [view.getUint8(6) || 256, view.getUint8(7) || 256];
      return { type: 'image/x-icon', size: { width, height } };
    }
    if (startsWith(bytes, 'BM') && view.getUint32(6) === 0) {
      const [width, height] = [view.getInt32(18, true), view.getInt32(22, true)];
      return { type: 'image/bmp', size: { width: Math.abs(width), height: Math.abs(height) } };
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return isSvg(bytes) ? { type: 'image/svg+xml', size: null } : null;
}

function startsWith(bytes: Uint8Array, signature: string, offset = 0): boolean {
  for (let index = 0; index < signature.length; index++)
    if (bytes[offset + index] !== signature.charCodeAt(index)) return false;
  return true;
}

/** Skips the segments before the frame header. */
function jpegSize(view: DataView): ImageKind['size'] {
  let offset = 2;
  while (offset + 9 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    const isFill = marker === 0xff;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    if (isFill) offset += 1;
    else if (isAlone) offset += 2;
    else offset += 2 + view.getUint16(offset + 2);
  }
  return null;
}

function webpSize(bytes: Uint8Array, view: DataView): ImageKind['size'] {
  if (startsWith(bytes, 'VP8 ', 12)) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (startsWith(bytes, 'VP8X', 12)) {
    const read = (offset: number) => view.getUint16(offset, true) + view.getUint8(offset + 2) * 65_536 + 1;
    return { width: read(24), height: read(27) };
  }
  return null;
}

/** What may precede the first element: whitespace, processing instructions, comments, the document type. */
const prologue = /^(?:\s+|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>]*>)/i;
const svgElement = /^<(?:svg:)?svg[\s/>]/i;
/** Editors write a comment and one or two processing instructions. */
const maxPrologueParts = 20;

/** The first element decides, because a page that contains an SVG is still a page. */
function isSvg(bytes: Uint8Array): boolean {
  let rest = new TextDecoder().decode(bytes.subarray(0, 4096));
  for (let part = 0; part < maxPrologueParts; part++) {
    const before = prologue.exec(rest)?.[0] ?? '';
    if (before === '') break;
    rest = rest.slice(before.length);
  }
  return svgElement.test(rest);
}
