import { type EntryHead, type EntryId, entrySchema, sanitizerVersion } from '#schema/entry.ts';
import { parseJson } from '#schema/parse-json.ts';
import {
  type EntryPatch,
  entryPageSchema,
  entryPatchSchema,
  entrySummariesSchema,
  patchEntriesRequestSchema,
  type Subscriptions,
  subscriptionsSchema,
} from '#schema/reader-wire.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import { countPatch } from './count-patch.ts';
import type { Database, WaitingChange } from './database.ts';
import { answerSchemas, type KeptRequest } from './kept-request.ts';
import { applyChange, listKept } from './list-kept.ts';

/**
 * The server's answer as far as this device can give it; null if it cannot. A change is stored, to be sent later. What
 * an earlier version kept in another form counts as not kept.
 */
export async function answerKept(database: Database, asked: KeptRequest, sent: string): Promise<unknown> {
  switch (asked.kind) {
    case 'list':
      return answerList(database, asked.search);
    case 'entry':
      return answerEntry(database, asked.id);
    case 'summaries':
      return answerSummaries(database, asked.id);
    case 'answer':
      return answerAsKept(database, asked.path);
    case 'patch': {
      const patch = entryPatchSchema.safeParse(parseJson(sent)).data;
      return patch === undefined ? null : ((await change(database, [asked.id], patch))?.[0]?.after ?? null);
    }
    case 'patch-many': {
      const request = patchEntriesRequestSchema.safeParse(parseJson(sent)).data;
      if (request === undefined) return null;
      const { ids, ...patch } = request;
      const heads = await change(database, [...new Set(ids)], patch);
      return heads === null ? null : { changed: heads.filter(isChanged).map(({ after }) => after.id) };
    }
    case 'remove':
    case 'full-text':
    case 'mark-read':
      break;
  }
  return null;
}

async function answerList(database: Database, search: URLSearchParams): Promise<unknown> {
  const { heads, subscriptions } = await readHeads(database);
  if (heads.length === 0) return null;
  const page = listKept({ search, heads: heads.map(({ after }) => after), subscriptions });
  return entryPageSchema.safeParse(page).data ?? null;
}

async function answerEntry(database: Database, id: EntryId): Promise<unknown> {
  const names = ['heads', 'articles', 'changes'] as const;
  const entry = await database.use(names, 'readonly', async ({ heads, articles, changes }) => {
    const [kept, article, waiting] = await Promise.all([heads.get(id), articles.get(id), changes.get(id)]);
    if (kept === undefined || article === undefined) return null;
    return applyChange({ ...article.entry, ...kept.head }, waiting);
  });
  const known = entrySchema.safeParse(entry).data;
  // Markup of an older sanitizer is not shown: the server makes it again.
  return known === undefined || known.sanitizer < sanitizerVersion ? null : known;
}

async function answerSummaries(database: Database, id: EntryId): Promise<unknown> {
  const kept = await database.use(['articles'], 'readonly', ({ articles }) => articles.get(id));
  const items = kept?.summaries.items;
  // A run in progress cannot be followed without the server.
  return entrySummariesSchema.safeParse({ items, active: null }).data ?? null;
}

async function answerAsKept(database: Database, path: string): Promise<unknown> {
  if (path === readerRoutes.subscriptions.path) {
    const { heads, subscriptions } = await readHeads(database);
    const counted = (known: Subscriptions, { before, after }: Seen) => countPatch(known, before, after);
    return subscriptions === null ? null : heads.reduce(counted, subscriptions);
  }
  const kept = await database.use(['answers'], 'readonly', ({ answers }) => answers.get(path));
  const checked = await answerSchemas.get(path)?.safeParse(kept?.body);
  return checked?.success === true ? checked.data : null;
}

/** An entry as the server knows it, and as the reader sees it. */
interface Seen {
  before: EntryHead;
  after: EntryHead;
}

async function readHeads(
  database: Database,
): Promise<{ heads: Seen[]; subscriptions: Subscriptions | null }> {
  const names = ['heads', 'changes', 'answers'] as const;
  return database.use(names, 'readonly', async ({ heads, changes, answers }) => {
    const [kept, waiting, known] = await Promise.all([
      heads.getAll(),
      changes.getAll(),
      answers.get(readerRoutes.subscriptions.path),
    ]);
    const byId = new Map(waiting.map((each) => [each.id, each]));
    return {
      heads: kept.map(({ id, head }) => ({ before: head, after: applyChange(head, byId.get(id)) })),
      subscriptions: subscriptionsSchema.safeParse(known?.body).data ?? null,
    };
  });
}

/** All or none: null if an entry is not kept here. */
async function change(
  database: Database,
  ids: readonly EntryId[],
  patch: EntryPatch,
): Promise<Seen[] | null> {
  return database.use(['heads', 'changes'], 'readwrite', async ({ heads, changes }) => {
    const kept = await Promise.all(ids.map((id) => heads.get(id)));
    const seen: (Seen & { waiting: WaitingChange })[] = [];
    for (const each of kept) {
      if (each === undefined) return null;
      const { id, head } = each;
      const earlier = await changes.get(id);
      const waiting = { id, patch: { ...earlier?.patch, ...patch } };
      seen.push({ waiting, before: applyChange(head, earlier), after: applyChange(head, waiting) });
    }
    for (const { waiting } of seen) changes.put(waiting);
    return seen;
  });
}

function isChanged({ before, after }: Seen): boolean {
  return before.read !== after.read || before.starred !== after.starred;
}
