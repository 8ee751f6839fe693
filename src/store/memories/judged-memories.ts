import type { JudgedMemory, MemoryStore } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { addProposal, change, holdAgain, listReplaced } from './proposals.ts';
import {
  alive,
  createStanding,
  findHeld,
  type MemoryRow,
  type StandingMemories,
  settleMemory,
} from './standing-memories.ts';

/** Memories of earlier versions, which the rules of this one look at again. */
export function createJudgedMemories(database: Database): Pick<MemoryStore, 'listUnjudged' | 'settleJudged'> {
  const { db, transaction, lockMemories } = database;
  return {
    async listUnjudged(limit) {
      const rows = await db
        .selectFrom('memories as m')
        .leftJoin('prompts as p', (join) =>
          join.onRef('p.id', '=', 'm.source_id').on('m.source_kind', '=', 'prompt'),
        )
        .leftJoin('sessions as s', 's.id', 'm.session_id')
        .select(['m.id', 'm.project', 'm.origin', 'm.text', 'm.text_hash as textHash'])
        .select(['s.project as sessionProject', 'p.text as promptText'])
        .where('m.asks', '=', 'unjudged')
        .where('m.confirmed_at', 'is', null)
        .where('m.dismissed_at', 'is', null)
        .where('m.deleted_at', 'is', null)
        .orderBy('m.id')
        .limit(limit)
        .execute();
      return rows;
    },
    settleJudged: (judged, at) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const standing = createStanding(trx);
        for (const one of judged) await settle(trx, { judged: one, at, standing });
      }),
  };
}

async function settle(
  trx: TablesTransaction,
  { judged, at, standing }: { judged: JudgedMemory; at: number; standing: StandingMemories },
): Promise<void> {
  const { id, project, asks, isForAllProjects } = judged;
  const row = await alive(trx.selectFrom('memories').selectAll())
    .where('id', '=', id)
    .where('asks', '=', 'unjudged')
    .executeTakeFirst();
  // Another process was faster, or a person edited it.
  if (row === undefined) return;
  if (asks !== null) {
    await change(trx, id, { asks, project });
    for (const one of await listReplaced(trx, id)) await release(trx, one);
  } else await hold(trx, { row: { ...row, project }, standing });
  if (!isForAllProjects) return;
  const { id: _, ...said } = row;
  const wish = { ...said, project, asks: 'all-projects' as const, about_id: id };
  await addProposal(trx, { row: wish, at, createdAt: row.created_at });
}

async function hold(
  trx: TablesTransaction,
  { row, standing }: { row: MemoryRow; standing: StandingMemories },
): Promise<void> {
  const { id, project, changed_at: at } = row;
  const held = await findHeld(trx, row);
  if (held !== null) return change(trx, id, { asks: null, project, superseded_by: held.id });
  await change(trx, id, { asks: null, project, superseded_at: null });
  await settleMemory(trx, { id, row, at, standing });
}

/** What a statement that does not hold had replaced: a person's own holds again, the rest is looked at first. */
async function release(trx: TablesTransaction, row: MemoryRow): Promise<void> {
  if (row.origin === 'user') await holdAgain(trx, row);
  else await change(trx, row.id, { asks: 'unjudged', superseded_by: null });
}
