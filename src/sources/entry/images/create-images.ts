import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import { decodeText } from '#sources/entry/files/decode-text.ts';
import { fetchPageBody } from '#sources/entry/pages/fetch-page.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle } from '#sources/entry/require-entry.ts';
import { listImages, withLocalImages } from '#text/article/image-links.ts';
import { type createImageLoader, remember, requireImage } from './image-loader.ts';

interface Image {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An image this narrow or flat is a tracking pixel. */
const trackerPixels = 3;

/** Fetches images of articles for the browser, but only those that a stored article contains. */
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

/** How long a site without a usable icon is not asked again. */
const missingForMs = 24 * 60 * 60_000;
/** Icons are shown at 16 pixels, but sites that use their logo as an icon send megabytes. */
const maxIconBytes = 256 * 1024;

type IconPorts = Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'imageCache' | 'hash' | 'clock'>;
type Bytes = Uint8Array<ArrayBuffer>;

/** Finds the icons of feeds: the ones that the site's page names, otherwise its /favicon.ico. */
export function createIcons(ports: IconPorts, load: ReturnType<typeof createImageLoader>) {
  const { store, guardedFetch, markup, imageCache, hash, clock } = ports;
  const missing = new Map<string, number>();
  const inProgress = new Map<string, Promise<Bytes | null>>();

  async function listIcons(site: string): Promise<string[]> {
    const usual = new URL('/favicon.ico', site).href;
    try {
      const { body, url, contentType } = await fetchPageBody(guardedFetch, site);
      return [...(await markup.readPageIcons(decodeText(body, contentType), url)), usual];
    } catch (error) {
      if (error instanceof AppError) return [usual];
      throw error;
    }
  }

  async function findIcon(site: string): Promise<Bytes | null> {
    for (const address of await listIcons(site)) {
      try {
        const bytes = await load(address);
        if (bytes.length <= maxIconBytes) return bytes;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    return null;
  }

  async function iconOf(site: string): Promise<Bytes | null> {
    const key = hash(`icon of ${site}`);
    const cached = await imageCache.read(key);
    if (cached !== null) return cached;
    if ((missing.get(site) ?? 0) > clock.now()) return null;
    const found = await findIcon(site);
    if (found === null) remember(missing, site, clock.now() + missingForMs);
    else await imageCache.write(key, found);
    return found;
  }

  return {
    /** Throws AppError `not_found`. */
    async getIcon(id: FeedId): Promise<Image> {
      const feed = await store.getFeed(id);
      if (feed === null) throw new AppError('not_found', `Feed ${id} not found.`);
      const site = siteOf(feed.siteUrl) ?? siteOf(feed.url);
      if (site === null) throw new AppError('not_found', 'This feed has no icon.');
      const running = inProgress.get(site) ?? iconOf(site).finally(() => inProgress.delete(site));
      inProgress.set(site, running);
      const bytes = await running;
      if (bytes === null) throw new AppError('not_found', 'This feed has no icon.');
      return { type: requireImage(bytes).type, bytes };
    },
  };
}

/** The front page of the site, because a feed may name any page as its site. */
function siteOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? `${url.origin}/` : null;
}
