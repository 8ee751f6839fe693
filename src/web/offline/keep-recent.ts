import type { Client } from '#client/create-client.ts';
import { toAppError } from '#schema/app-error.ts';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import type { Database, KeptHead } from './database.ts';
import { forget, keepArticle, readSummaries } from './learn-answer.ts';
import { keptMs, maxBytes, maxEntries, planKeeping, stampOf } from './plan-keeping.ts';

const pageSize = 200;
/** Only one tab at a time updates the entries stored for all tabs. */
const lockName = 'precis.keeping';

interface Keeping {
  database: Database;
  client: Pick<Client, 'reader'>;
  now(): number;
  /** Resolves when the browser is idle. */
  untilIdle(): Promise<void>;
  /** Entries that changed on screen after the list was requested, so the list's data for them is older. */
  learned: ReadonlySet<EntryId>;
  signal: AbortSignal;
}

/** Stores the newest entries with their summaries, one request at a time. False if another tab is doing it. */
export async function keepRecent(keeping: Keeping): Promise<boolean> {
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await keep(keeping);
    return true;
  });
}

async function keep(keeping: Keeping): Promise<void> {
  const { database, now, untilIdle, learned, signal } = keeping;
  const listed = await listRecent(keeping);
  const readKept = () => database.use(['heads'], 'readonly', ({ heads }) => heads.getAll());
  const kept = await readKept();
  const plan = planKeeping(listed, kept, now());
  await forgetUnchanged(database, plan.remove);
  await database.use(['heads'], 'readwrite', async ({ heads }) => {
    for (const each of plan.update) if (!learned.has(each.id)) heads.put(each);
  });

  let bytes = sumOf(await readKept());
  for (const head of plan.fetch) {
    await untilIdle();
    if (signal.aborted) return;
    bytes += await keepOne(keeping, head);
    if (bytes <= maxBytes) continue;
    const { remove } = planKeeping(listed, await readKept(), now());
    await forgetUnchanged(database, remove);
    // If the entry just stored is the one to remove, there is no space for older ones either.
    if (remove.includes(head.id)) return;
    bytes = sumOf(await readKept());
  }
}

async function keepOne({ database, client }: Keeping, head: EntryHead): Promise<number> {
  try {
    const entry = await client.reader.entries.get(head.id);
    const summaries = await readSummaries(client, entry);
    return await keepArticle(database, { entry, summaries, stamp: stampOf(head), openedAt: null });
  } catch (error) {
    // The entry was deleted after it was listed.
    if (toAppError(error).code === 'not_found') return 0;
    throw error;
  }
}

function sumOf(kept: readonly KeptHead[]): number {
  return kept.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Removes entries, except those with changes that the server has not received. */
async function forgetUnchanged(database: Database, ids: readonly EntryId[]): Promise<void> {
  const waiting = await database.use(['changes'], 'readonly', ({ changes }) => changes.getAll());
  const changed = new Set(waiting.map(({ id }) => id));
  await forget(
    database,
    ids.filter((id) => !changed.has(id)),
  );
}

async function listRecent({ client, now, untilIdle, signal }: Keeping) {
  // New entries can move others to the next page, so the same entry may appear twice.
  const recent = new Map<EntryId, EntryHead>();
  let oldest = now();
  let cursor: string | null = null;
  do {
    const after: { cursor?: string } = cursor === null ? {} : { cursor };
    const page = await client.reader.entries.list({ view: 'all', limit: pageSize, ...after }, { signal });
    for (const head of page.items) recent.set(head.id, head);
    oldest = page.items.at(-1)?.publishedAt ?? oldest;
    cursor = page.nextCursor;
    await untilIdle();
  } while (cursor !== null && recent.size < maxEntries && oldest >= now() - keptMs);
  return { recent: [...recent.values()], coveredSince: cursor === null ? Number.NEGATIVE_INFINITY : oldest };
}
