import type { Schema } from '#client/call-api.ts';
import type { EntryId } from '#schema/entry.ts';
import { entryRoutes } from '#schema/routes/entry-routes.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import { modelRoutes, settingsRoutes } from '#schema/routes/settings-routes.ts';
import { tagRoutes } from '#schema/routes/tag-routes.ts';
import { parseId } from '#web/api/parse-id.ts';

/** A request that stored data may answer or that changes stored data. */
export type KeptRequest =
  | { kind: 'list'; search: URLSearchParams }
  | { kind: 'entry' | 'full-text' | 'summaries' | 'patch' | 'remove'; id: EntryId }
  | { kind: 'patch-many' | 'mark-read' }
  /** A small response that is stored as is. */
  | { kind: 'answer'; path: string };

/** Schemas of the other responses that the Reader needs, by path. */
export const answerSchemas: ReadonlyMap<string, Schema<unknown>> = new Map(
  [readerRoutes.subscriptions, settingsRoutes.get, tagRoutes.list, modelRoutes.list].map(
    ({ path, answer }): [string, Schema<unknown>] => [path, answer],
  ),
);

const ofEntry = /^\/api\/entries\/(\d{1,15})(\/summaries|\/full-text)?$/;

/** Null if the request does not concern stored data. */
export function toKeptRequest({ method, url }: Pick<Request, 'method' | 'url'>): KeptRequest | null {
  const { pathname, searchParams } = new URL(url);
  if (method === 'GET' && answerSchemas.has(pathname)) return { kind: 'answer', path: pathname };
  if (pathname === entryRoutes.list.path)
    return method === 'GET' ? { kind: 'list', search: searchParams } : null;
  if (method === 'POST' && pathname === entryRoutes.patchMany.path) return { kind: 'patch-many' };
  if (method === 'POST' && pathname === entryRoutes.markRead.path) return { kind: 'mark-read' };
  const [, digits, part = ''] = ofEntry.exec(pathname) ?? [];
  const id = parseId(Number(digits)) as EntryId | undefined;
  const kind = kinds.get(`${method} ${part}`);
  return id === undefined || kind === undefined ? null : { kind, id };
}

const kinds = new Map(
  Object.entries<'entry' | 'full-text' | 'summaries' | 'patch' | 'remove'>({
    'GET ': 'entry',
    'PATCH ': 'patch',
    'DELETE ': 'remove',
    'GET /summaries': 'summaries',
    'POST /full-text': 'full-text',
  }),
);
