import type { Client } from '#client/create-client.ts';
import { toAppError } from '#schema/app-error.ts';
import { entryPatchSchema } from '#schema/reader-wire.ts';
import type { Database, Store, WaitingChange } from './database.ts';

/** One tab sends at a time: the newest change of an entry must arrive last. */
const lockName = 'precis.changes';

/** Sends what waits, one after the other. Stops at the first change that the server does not answer. */
export async function sendChanges(database: Database, client: Pick<Client, 'reader'>): Promise<void> {
  await navigator.locks.request(lockName, async () => {
    const waiting = await database.use(['changes'], 'readonly', ({ changes }) => changes.getAll());
    for (const change of waiting) {
      const head = await send(client, change);
      if (head === 'later') return;
      await database.use(['heads', 'changes'], 'readwrite', async ({ heads, changes }) => {
        const kept = await heads.get(change.id);
        if (kept !== undefined && head !== null) heads.put({ ...kept, head });
        await settle(changes, change);
      });
    }
  });
}

/** The entry as the server has it now; null if the server will never take the change. */
async function send(client: Pick<Client, 'reader'>, { id, patch }: WaitingChange) {
  try {
    return await client.reader.entries.patch(id, patch);
  } catch (error) {
    const { code } = toAppError(error);
    return code === 'not_found' || code === 'invalid_input' ? null : 'later';
  }
}

/** A field that was changed again while it was sent still waits. */
async function settle(changes: Store<WaitingChange>, { id, patch }: WaitingChange): Promise<void> {
  const waiting = await changes.get(id);
  if (waiting === undefined) return;
  const sent = new Map<string, unknown>(Object.entries(patch));
  const left = Object.entries(waiting.patch).filter(([field, value]) => sent.get(field) !== value);
  if (left.length === 0) changes.delete(id);
  else changes.put({ id, patch: entryPatchSchema.parse(Object.fromEntries(left)) });
}
