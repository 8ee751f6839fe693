import { type EntryId, entryIdSchema } from '#schema/entry.ts';
import { entryRoutes } from '#schema/routes/entry-routes.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import type { Route } from '#schema/routes/route.ts';
import { modelRoutes, settingsRoutes } from '#schema/routes/settings-routes.ts';
import { tagRoutes } from '#schema/routes/tag-routes.ts';

/** A request that concerns what this device keeps. */
export type KeptRequest =
  | { kind: 'list'; search: URLSearchParams }
  | { kind: 'entry' | 'full-text' | 'summaries' | 'patch' | 'remove'; id: EntryId }
  | { kind: 'patch-many' | 'mark-read' }
  /** A small answer that is kept as it is. */
  | { kind: 'answer'; path: string };

/** What the Reader needs beside the entries, by path. */
export const answerRoutes: ReadonlyMap<string, Route> = new Map(
  [readerRoutes.subscriptions, settingsRoutes.get, tagRoutes.list, modelRoutes.list].map((route) => [
    route.path,
    route,
  ]),
);

const ofEntry = /^\/api\/entries\/(\d{1,15})(\/summaries|\/full-text)?$/;

/** Null: what this device keeps has nothing to do with it. */
export function toKeptRequest({ method, url }: Pick<Request, 'method' | 'url'>): KeptRequest | null {
  const { pathname, searchParams } = new URL(url);
  if (method === 'GET' && answerRoutes.has(pathname)) return { kind: 'answer', path: pathname };
  if (pathname === entryRoutes.list.path)
    return method === 'GET' ? { kind: 'list', search: searchParams } : null;
  if (method === 'POST' && pathname === entryRoutes.patchMany.path) return { kind: 'patch-many' };
  if (method === 'POST' && pathname === entryRoutes.markRead.path) return { kind: 'mark-read' };
  const [, digits, part = ''] = ofEntry.exec(pathname) ?? [];
  const id = entryIdSchema.safeParse(Number(digits)).data;
  const kind = kinds[`${method} ${part}`];
  return id === undefined || kind === undefined ? null : { kind, id };
}

const kinds: Readonly<Record<string, 'entry' | 'full-text' | 'summaries' | 'patch' | 'remove'>> = {
  'GET ': 'entry',
  'PATCH ': 'patch',
  'DELETE ': 'remove',
  'GET /summaries': 'summaries',
  'POST /full-text': 'full-text',
};
