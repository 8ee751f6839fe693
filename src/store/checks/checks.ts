import { createHash } from 'node:crypto';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { CheckStore, StoredOpinions } from '#sources/check/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { OwnerColumns, Tables } from '#store/tables.ts';
import { type Edit, invertEdits, moveSpan } from '#text/second-opinion/edits.ts';
import { toOpinions } from './opinion-row.ts';
import { type LockedTarget, targets } from './targets.ts';

export function createChecks(database: Database): CheckStore {
  const { db, transaction } = database;
  const lock = (trx: TablesTransaction, { kind, id }: CheckTarget, at: number) =>
    targets[kind](database, trx, { id, at });

  return {
    async saveOpinions(tx, { target, ...opinions }) {
      const trx = fromEngineTransaction(tx);
      const locked = await lock(trx, target, opinions.check.at);
      return async () => {
        if (locked === null || hash(locked.text) !== opinions.textHash) return false;
        const row = await readRow(trx, target);
        const verdicts = row?.text_hash === opinions.textHash ? toOpinions(row).verdicts : [];
        await writeOpinions(trx, toOwner(target, locked), { ...opinions, verdicts });
        return true;
      };
    },

    saveVerdict: ({ target, textHash, sentence, person, at, ...said }) =>
      transaction(async (trx) => {
        const locked = await lock(trx, target, at);
        if (locked === null || hash(locked.text) !== textHash) return 'changed';
        const row = await readRow(trx, target);
        const stored = row?.text_hash === textHash ? toOpinions(row) : { ...said, textHash, verdicts: [] };
        const others = stored.verdicts.filter(({ start }) => start !== sentence.start);
        const verdicts = person === null ? others : [...others, { ...sentence, person }];
        await replaceOpinions(trx, toOwner(target, locked), { ...stored, verdicts });
        return 'saved';
      }),

    async saveRepair(tx, { target, textHash, newTextHash, ...repair }) {
      const trx = fromEngineTransaction(tx);
      const locked = await lock(trx, target, repair.at);
      return async () => {
        if (locked === null || locked.isBusy || hash(locked.text) !== textHash) return false;
        const owner = toOwner(target, locked);
        const row = await readRow(trx, target);
        const { opinions_json = null, check_json = null } = row ?? {};
        const verdicts = row?.text_hash === textHash ? toOpinions(row).verdicts : [];
        await trx
          .insertInto('repairs')
          .values({
            ...owner,
            run_id: repair.runId,
            new_text_hash: newTextHash,
            text: locked.text,
            edits_json: toStoredJson(repair.edits),
            grounding_json: toStoredJson(repair.groundingBefore),
            opinions_json,
            check_json,
            provider: repair.provider,
            model: repair.model,
            created_at: repair.at,
          })
          .execute();
        await locked.write(repair);
        await replaceOpinions(trx, owner, {
          ...(repair.opinions ?? { opinions: [], check: null }),
          verdicts: verdicts.flatMap((one) => moveSpan(one, repair.edits) ?? []),
          textHash: newTextHash,
        });
        return true;
      };
    },

    async getOpinions(target) {
      const row = await readRow(db, target);
      return row === undefined ? null : toOpinions(row);
    },

    async findRepair({ kind, id }, newTextHash) {
      const row = await db
        .selectFrom('repairs')
        .select(['run_id', 'text', 'provider', 'model', 'created_at'])
        .where('target_kind', '=', kind)
        .where('target_id', '=', id)
        .where('new_text_hash', '=', newTextHash)
        .orderBy('created_at', 'desc')
        .orderBy('run_id', 'desc')
        .executeTakeFirst();
      if (!row) return null;
      const { run_id, text, provider, model, created_at } = row;
      return { runId: run_id, text, provider, model, at: created_at };
    },

    async getBefore(runId) {
      const row = await db
        .selectFrom('repairs')
        .select(['target_kind', 'target_id', 'text'])
        .where('run_id', '=', runId)
        .executeTakeFirst();
      return row ? { target: { kind: row.target_kind, id: row.target_id }, text: row.text } : null;
    },

    undoRepair: ({ runId, tokens, at }) =>
      transaction(async (trx) => {
        const row = await trx
          .selectFrom('repairs')
          .selectAll()
          .where('run_id', '=', runId)
          .executeTakeFirst();
        if (!row) return 'changed';
        const target = { kind: row.target_kind, id: row.target_id };
        const locked = await lock(trx, target, at);
        if (locked === null || hash(locked.text) !== row.new_text_hash) return 'changed';
        if (locked.isBusy) return 'busy';
        const edits: Edit[] = JSON.parse(row.edits_json);
        await locked.write({
          edits: invertEdits(row.text, edits),
          text: row.text,
          tokens,
          grounding: JSON.parse(row.grounding_json),
          runId: null,
          model: null,
          at,
        });
        await replaceOpinions(trx, toOwner(target, locked), await readBefore(trx, row, edits));
        await trx.deleteFrom('repairs').where('run_id', '=', runId).execute();
        return 'undone';
      }),
  };
}

function readRow(db: Pick<Database['db'], 'selectFrom'>, { kind, id }: CheckTarget) {
  return db
    .selectFrom('checks')
    .select(['text_hash', 'opinions_json', 'check_json'])
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .executeTakeFirst();
}

/**
 * What was said about the text before a correction. Verdicts of a person on sentences that the correction left as they
 * were are the newest.
 */
async function readBefore(
  trx: TablesTransaction,
  row: Tables['repairs'],
  edits: readonly Edit[],
): Promise<StoredOpinions> {
  const { opinions_json, check_json, target_kind, target_id } = row;
  const textHash = hash(row.text);
  const before =
    opinions_json === null || check_json === null
      ? { textHash, opinions: [], verdicts: [], check: null }
      : toOpinions({ opinions_json, check_json, text_hash: textHash });
  const now = await readRow(trx, { kind: target_kind, id: target_id });
  const newest = now?.text_hash === row.new_text_hash ? toOpinions(now).verdicts : [];
  const back = invertEdits(row.text, edits);
  return {
    ...before,
    verdicts: [
      ...before.verdicts.filter((one) => moveSpan(one, edits) === null),
      ...newest.flatMap((one) => moveSpan(one, back) ?? []),
    ],
  };
}

/** Writes what was said about a text. Nothing is stored if nobody said anything. */
async function replaceOpinions(
  trx: TablesTransaction,
  owner: OwnerColumns,
  said: StoredOpinions,
): Promise<void> {
  if (said.check !== null || said.verdicts.length > 0) return writeOpinions(trx, owner, said);
  await trx
    .deleteFrom('checks')
    .where('target_kind', '=', owner.target_kind)
    .where('target_id', '=', owner.target_id)
    .execute();
}

async function writeOpinions(
  trx: TablesTransaction,
  owner: OwnerColumns,
  { textHash, opinions, verdicts, check }: StoredOpinions,
): Promise<void> {
  const columns = {
    text_hash: textHash,
    opinions_json: toStoredJson([...opinions, ...verdicts]),
    check_json: toStoredJson(check),
  };
  await trx
    .insertInto('checks')
    .values({ ...owner, ...columns })
    .onConflict((conflict) => conflict.columns(['target_kind', 'target_id']).doUpdateSet(columns))
    .execute();
}

function toOwner({ kind, id }: CheckTarget, { owner }: LockedTarget): OwnerColumns {
  return {
    target_kind: kind,
    target_id: id,
    slot_run_id: null,
    thread_id: null,
    conversation_id: null,
    session_summary_id: null,
    ...owner,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
