import type { Kysely, Selectable } from 'kysely';
import { type ClaimKey, type KeyClaim, type KeyStore, keyKeptMs } from '#engine/key-store.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { IdempotencyKeysTable, Tables } from '#store/tables.ts';

type KeyRow = Selectable<IdempotencyKeysTable>;

/**
 * A claim is committed before the work it is for, and logs are written in order. After a power failure, either both
 * exist or the work does not. Therefore no claim waits for the disk.
 */
export function createIdempotencyKeys(database: Database): KeyStore {
  const { db, relaxedTransaction, relaxedStatement } = database;
  const insertClaim = async (claim: ClaimKey) =>
    (await relaxedStatement(makeClaim(db, claim).compile())).rows.length > 0;
  return {
    async claimKey(claim) {
      // Waiters poll often; polling must not take the write lock.
      if (!claim.isWaiting && (await insertClaim(claim))) return { kind: 'claimed', runId: claim.runId };
      const known = await findKey(db, claim);
      if (known)
        return (await tellKnown(db, known, claim)) ?? relaxedTransaction((trx) => takeOver(trx, claim));
      // The key was released in between.
      return (await insertClaim(claim)) ? { kind: 'claimed', runId: claim.runId } : { kind: 'busy' };
    },

    async renewKey({ key, token, until }) {
      const renew = db
        .updateTable('idempotency_keys')
        .set({ lease_until: until })
        .where('key', '=', key)
        .where('lease_token', '=', token);
      await relaxedStatement(renew.compile());
    },

    async answerKey({ key, token, answer }) {
      const store = db
        .updateTable('idempotency_keys')
        .set({ answer_json: toStoredJson(answer) })
        .where('key', '=', key)
        .where('lease_token', '=', token);
      await relaxedStatement(store.compile());
    },

    async releaseKey({ key, token }) {
      const release = db
        .deleteFrom('idempotency_keys')
        .where('key', '=', key)
        .where('lease_token', '=', token)
        .where('answer_json', 'is', null);
      await relaxedStatement(release.compile());
    },
  };
}

/** Writes nothing if the key is known, but replaces an old one, because the sweep runs only occasionally. */
function makeClaim(db: Kysely<Tables>, claim: ClaimKey) {
  const { key, requestHash, runId, at } = claim;
  const row = { request_hash: requestHash, run_id: runId, ...leaseOf(claim), created_at: at };
  return db
    .insertInto('idempotency_keys')
    .values({ key, ...row })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ...row, answer_json: null })
        .where('idempotency_keys.created_at', '<=', at - keyKeptMs),
    )
    .returning('key');
}

function leaseOf({ token, until, workerId }: ClaimKey) {
  return { lease_token: token, lease_until: until, lease_worker_id: workerId };
}

function findKey(db: Kysely<Tables>, { key, at }: ClaimKey): Promise<KeyRow | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .where('created_at', '>', at - keyKeptMs)
    .executeTakeFirst();
}

async function takeOver(trx: TablesTransaction, claim: ClaimKey): Promise<KeyClaim> {
  const { key } = claim;
  const known = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  // On PostgreSQL the key may be released between the two statements. The next look claims it.
  if (!known) return { kind: 'busy' };
  const told = await tellKnown(trx, known, claim);
  if (told) return told;
  await trx.updateTable('idempotency_keys').set(leaseOf(claim)).where('key', '=', key).execute();
  return { kind: 'claimed', runId: known.run_id };
}

/** Returns null when the process that claimed the key died without a response. */
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
