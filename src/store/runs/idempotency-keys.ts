import type { Kysely, Selectable } from 'kysely';
import { type ClaimKey, type KeyClaim, type KeyStore, keyKeptMs } from '#engine/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { IdempotencyKeysTable, Tables } from '#store/tables.ts';

type KeyRow = Selectable<IdempotencyKeysTable>;

/**
 * A claim is committed before what it is for, and logs are written in order: after a power failure either both exist or
 * the work does not. So none of these waits for the disk.
 */
export function createIdempotencyKeys(database: Database): KeyStore {
  const { db, relaxedTransaction } = database;
  return {
    async claimKey(claim) {
      // Waiters poll often; polling must not take the write lock.
      const known = await findKey(db, claim);
      const told = known && (await tellKnown(db, known, claim));
      return told ?? relaxedTransaction((trx) => writeClaim(database, trx, claim));
    },

    renewKey: ({ key, token, until }) =>
      relaxedTransaction(async (trx) => {
        await trx
          .updateTable('idempotency_keys')
          .set({ lease_until: until })
          .where('key', '=', key)
          .where('lease_token', '=', token)
          .execute();
      }),

    answerKey: ({ key, token, answer }) =>
      relaxedTransaction(async (trx) => {
        await trx
          .updateTable('idempotency_keys')
          .set({ answer_json: toStoredJson(answer) })
          .where('key', '=', key)
          .where('lease_token', '=', token)
          .execute();
      }),

    releaseKey: ({ key, token }) =>
      relaxedTransaction(async (trx) => {
        await trx
          .deleteFrom('idempotency_keys')
          .where('key', '=', key)
          .where('lease_token', '=', token)
          .where('answer_json', 'is', null)
          .execute();
      }),
  };
}

function findKey(db: Kysely<Tables>, { key, at }: ClaimKey): Promise<KeyRow | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .where('created_at', '>', at - keyKeptMs)
    .executeTakeFirst();
}

async function writeClaim(
  { forUpdate }: Database,
  trx: TablesTransaction,
  claim: ClaimKey,
): Promise<KeyClaim> {
  const { key, requestHash, runId, at } = claim;
  const lease = { lease_token: claim.token, lease_until: claim.until, lease_worker_id: claim.workerId };
  // The sweep runs only occasionally.
  await trx
    .deleteFrom('idempotency_keys')
    .where('key', '=', key)
    .where('created_at', '<=', at - keyKeptMs)
    .execute();
  const written = await trx
    .insertInto('idempotency_keys')
    .values({ key, request_hash: requestHash, run_id: runId, ...lease, created_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (written) return { kind: 'claimed', runId };
  const known = await forUpdate(
    trx.selectFrom('idempotency_keys').selectAll().where('key', '=', key),
  ).executeTakeFirst();
  // On PostgreSQL it may be released between the two; the next look claims it.
  if (!known) return { kind: 'busy' };
  const told = await tellKnown(trx, known, claim);
  if (told) return told;
  await trx.updateTable('idempotency_keys').set(lease).where('key', '=', key).execute();
  return { kind: 'claimed', runId: known.run_id };
}

/** Null: the process that claimed it died without a response. */
async function tellKnown(
  db: Kysely<Tables>,
  known: KeyRow,
  { requestHash, at }: ClaimKey,
): Promise<KeyClaim | null> {
  if (known.request_hash !== requestHash) return { kind: 'reused' };
  if (known.answer_json !== null) return { kind: 'answered', answer: JSON.parse(known.answer_json) };
  if (known.lease_until <= at) return null;
  const holder = await db
    .selectFrom('workers')
    .select('id')
    .where('id', '=', known.lease_worker_id)
    .executeTakeFirst();
  return holder ? { kind: 'busy' } : null;
}
