import type { Client } from '#client/create-client.ts';
import { type Entry, type EntryHead, type EntryId, entryHeadSchema, entrySchema } from '#schema/entry.ts';
import { parseJson } from '#schema/parse-json.ts';
import {
  type EntrySummaries,
  entryPageSchema,
  entrySummariesSchema,
  patchEntriesRequestSchema,
} from '#schema/reader-wire.ts';
import type { Database, KeptArticle, KeptHead } from './database.ts';
import { answerSchemas, type KeptRequest } from './kept-request.ts';
import { stampOf } from './plan-keeping.ts';

/** A larger article would displace many others. */
const maxArticleBytes = 5_000_000;

export interface Exchange {
  asked: KeptRequest;
  sent: string;
  status: number;
  answered: string;
}

interface Learning {
  database: Database;
  client: Pick<Client, 'reader'>;
  now(): number;
}

/** Updates the stored data with a response from the server. */
export async function learnAnswer(learning: Learning, exchange: Exchange): Promise<void> {
  const { database } = learning;
  const { asked, sent, status, answered } = exchange;
  if (status === 404 && (asked.kind === 'entry' || asked.kind === 'remove'))
    return forget(database, [asked.id]);
  if (status < 200 || status > 299) return undefined;
  const body = parseJson(answered);
  switch (asked.kind) {
    case 'list':
      return updateHeads(database, entryPageSchema.safeParse(body).data?.items ?? []);
    case 'entry':
    case 'full-text': {
      const entry = entrySchema.safeParse(body).data;
      return entry === undefined ? undefined : keepOpened(learning, entry);
    }
    case 'summaries':
      return updateSummaries(database, asked.id, entrySummariesSchema.safeParse(body).data);
    case 'patch': {
      const head = entryHeadSchema.safeParse(body).data;
      return updateHeads(database, head === undefined ? [] : [head]);
    }
    case 'patch-many': {
      const request = patchEntriesRequestSchema.safeParse(parseJson(sent)).data;
      if (request === undefined) return undefined;
      const { ids, ...patch } = request;
      return changeHeads(database, ids, (head) => ({ ...head, ...patch }));
    }
    case 'remove':
      return forget(database, [asked.id]);
    case 'answer': {
      const { path } = asked;
      const checked = await answerSchemas.get(path)?.safeParse(body);
      if (checked?.success !== true) return undefined;
      return database.use(['answers'], 'readwrite', async ({ answers }) => answers.put({ path, body }));
    }
    case 'mark-read':
      return undefined;
  }
}

type Keep = Omit<KeptArticle, 'id'> & Pick<KeptHead, 'openedAt' | 'stamp'>;

/** Stores an article with its summaries and returns its size. For a very large article, only its head is stored. */
export async function keepArticle(database: Database, keep: Keep): Promise<number> {
  const { entry, summaries, openedAt, stamp } = keep;
  const { id } = entry;
  const size = new TextEncoder().encode(JSON.stringify([entry, summaries])).length;
  const bytes = size > maxArticleBytes ? 0 : size;
  const head = entryHeadSchema.parse(entry);
  await database.use(['heads', 'articles'], 'readwrite', async ({ heads, articles }) => {
    const known = await heads.get(id);
    heads.put({ id, head, stamp, bytes, openedAt: openedAt ?? known?.openedAt ?? null });
    if (bytes === 0) articles.delete(id);
    else articles.put({ id, entry, summaries });
  });
  return bytes;
}

export async function forget(database: Database, ids: readonly EntryId[]): Promise<void> {
  const names = ['heads', 'articles', 'changes'] as const;
  await database.use(names, 'readwrite', async ({ heads, articles, changes }) => {
    for (const id of ids) for (const store of [heads, articles, changes]) store.delete(id);
  });
}

/** Requests the summaries only if they may have changed. */
async function keepOpened({ database, client, now }: Learning, entry: Entry): Promise<void> {
  const stamp = stampOf(entry);
  const known = await database.use(['heads', 'articles'], 'readonly', async ({ heads, articles }) => {
    const [head, article] = await Promise.all([heads.get(entry.id), articles.get(entry.id)]);
    return head?.stamp === stamp ? article?.summaries : undefined;
  });
  const summaries = known ?? (await readSummaries(client, entry));
  await keepArticle(database, { entry, summaries, stamp, openedAt: now() });
}

export async function readSummaries(
  client: Pick<Client, 'reader'>,
  { id, hasSummary }: EntryHead,
): Promise<EntrySummaries> {
  return hasSummary ? client.reader.summaries.list(id) : { items: [], active: null };
}

async function updateSummaries(
  database: Database,
  id: EntryId,
  summaries: EntrySummaries | undefined,
): Promise<void> {
  if (summaries === undefined) return;
  await database.use(['articles'], 'readwrite', async ({ articles }) => {
    const known = await articles.get(id);
    if (known !== undefined) articles.put({ ...known, summaries });
  });
}

async function updateHeads(database: Database, given: readonly EntryHead[]): Promise<void> {
  const byId = new Map(given.map((head) => [head.id, head]));
  await changeHeads(database, [...byId.keys()], (head) => byId.get(head.id) ?? head);
}

async function changeHeads(
  database: Database,
  ids: readonly EntryId[],
  toNext: (head: EntryHead) => EntryHead,
): Promise<void> {
  await database.use(['heads'], 'readwrite', async ({ heads }) => {
    for (const kept of await Promise.all(ids.map((id) => heads.get(id))))
      if (kept !== undefined) heads.put({ ...kept, head: toNext(kept.head) });
  });
}
