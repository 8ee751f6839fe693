import { AppError } from '#schema/app-error.ts';
import type { FeedId } from '#schema/feed.ts';
import { decodeText } from '#sources/entry/files/decode-text.ts';
import { fetchPageBody } from '#sources/entry/pages/fetch-page.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import type { Image } from './create-images.ts';
import { type createImageLoader, remember, requireImage } from './image-loader.ts';

/** How long a site without a usable icon is not asked again. */
const missingForMs = 24 * 60 * 60_000;
/** Shown at 16 pixels; sites that name their logo as an icon send megabytes. */
const maxIconBytes = 256 * 1024;

type IconPorts = Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'imageCache' | 'hash' | 'clock'>;
type Bytes = Uint8Array<ArrayBuffer>;

/** Finds the icons of feeds: what the site's page names, else its /favicon.ico. */
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

/** The front page: a feed may name any page as its site. */
function siteOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? `${url.origin}/` : null;
}
