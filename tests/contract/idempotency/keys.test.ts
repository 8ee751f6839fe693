import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ClaimKey, keyKeptMs } from '#engine/key-store.ts';
import { runIdSchema } from '#schema/ids.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from '#tests/contract/store/end-run.ts';
import {
  createRunning,
  makeRun,
  makeSuccess,
  prepareRun,
  startTime,
  workerId,
} from '#tests/contract/store/make-run.ts';

function makeClaim(changes: Partial<ClaimKey> = {}): ClaimKey {
  const at = changes.at ?? startTime;
  return {
    key: 'a-key',
    requestHash: 'hash-of-request',
    runId: runIdSchema.parse(randomUUID()),
    token: randomUUID(),
    workerId,
    at,
    until: at + 15_000,
    isWaiting: false,
    ...changes,
  };
}

const answer = { status: 202, headers: { location: '/api/runs/1' }, body: '{"id":"1 – \\u0000"}' };
const live = { id: workerId, host: 'here', pid: 1, beatAt: startTime };

describeEachStore('idempotency keys', (current) => {
  test('are claimed by one of many, over all connections', async () => {
    const { store, openAnother } = current();
    await store.runs.beat(live);
    const stores = [store, await openAnother()];
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (stores[n % 2] ?? store).runs.claimKey(makeClaim())),
    );
    const kinds = claims.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([...Array.from({ length: 11 }, () => 'busy'), 'claimed']);
  });

  test('give back the answer, and refuse another request', async () => {
    const { store } = current();
    await store.runs.beat(live);
    const claim = makeClaim();
    expect(await store.runs.claimKey(claim)).toEqual({ kind: 'claimed', runId: claim.runId });
    expect(await store.runs.claimKey(makeClaim({ requestHash: 'another' }))).toEqual({ kind: 'reused' });
    await store.runs.answerKey({ ...claim, answer });
    expect(await store.runs.claimKey(makeClaim())).toMatchObject({
      kind: 'answered',
      answer: { status: 202 },
    });
    expect(await store.runs.claimKey(makeClaim({ requestHash: 'another' }))).toEqual({ kind: 'reused' });
  });

  test('are free again when the work came to nothing, but not when it was answered', async () => {
    const { store } = current();
    await store.runs.beat(live);
    const first = makeClaim();
    await store.runs.claimKey(first);
    await store.runs.releaseKey(first);
    const second = makeClaim({ requestHash: 'another' });
    expect(await store.runs.claimKey(second)).toEqual({ kind: 'claimed', runId: second.runId });
    await store.runs.answerKey({ ...second, answer });
    await store.runs.releaseKey(second);
    expect(await store.runs.claimKey(makeClaim({ requestHash: 'another' }))).toMatchObject({
      kind: 'answered',
    });
  });

  test('of a process that died are taken over with the run they were for, and it cannot answer any more', async () => {
    const { store } = current();
    await store.runs.beat(live);
    const dead = makeClaim();
    await store.runs.claimKey(dead);
    expect(await store.runs.claimKey(makeClaim())).toEqual({ kind: 'busy' });
    await store.runs.removeWorker(workerId);
    const heir = makeClaim({ workerId: 'worker-2' });
    expect(await store.runs.claimKey(heir)).toEqual({ kind: 'claimed', runId: dead.runId });
    await store.runs.answerKey({ ...dead, answer: { ...answer, status: 500 } });
    await store.runs.answerKey({ ...heir, answer });
    expect(await store.runs.claimKey(makeClaim())).toMatchObject({
      kind: 'answered',
      answer: { status: 202 },
    });
  });

  test('of a process that hangs are taken over when its lease has run out, unless it renews it', async () => {
    const { store } = current();
    await store.runs.beat(live);
    const hanging = makeClaim();
    await store.runs.claimKey(hanging);
    await store.runs.renewKey({ ...hanging, until: startTime + 30_000 });
    expect(await store.runs.claimKey(makeClaim({ at: startTime + 29_999 }))).toEqual({ kind: 'busy' });
    expect(await store.runs.claimKey(makeClaim({ at: startTime + 30_000 }))).toEqual({
      kind: 'claimed',
      runId: hanging.runId,
    });
  });

  test('are kept 24 hours, and swept afterwards', async () => {
    const { store } = current();
    const claim = makeClaim();
    await store.runs.claimKey(claim);
    await store.runs.answerKey({ ...claim, answer });
    const before = { eventsBefore: 0, runsBefore: 0, issuesBefore: 0 };
    await store.runs.sweep({ ...before, keysBefore: startTime });
    expect(await store.runs.claimKey(makeClaim({ at: startTime + keyKeptMs - 1 }))).toMatchObject({
      kind: 'answered',
    });
    const anotherHash = makeClaim({ requestHash: 'another', at: startTime + keyKeptMs });
    expect(await store.runs.claimKey(anotherHash)).toMatchObject({ kind: 'claimed' });
    await store.runs.answerKey({ ...anotherHash, answer });
    await store.runs.sweep({ ...before, keysBefore: startTime + keyKeptMs + 1 });
    expect(await store.runs.claimKey(makeClaim({ at: startTime + keyKeptMs + 2 }))).toMatchObject({
      kind: 'claimed',
    });
  });
});

describeEachStore('joining a run in progress', (current) => {
  const joinHash = 'hash-of-everything';

  test('of many at the same time, over all connections, one is written and all get it', async () => {
    const { store, openAnother } = current();
    const stores = [store, await openAnother()];
    let jobs = 0;
    const enqueue = async () => {
      jobs += 1;
    };
    const runs = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (stores[n % 2] ?? store).runs.createRun(prepareRun(makeRun(), { joinHash, enqueue })),
      ),
    );
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect((await store.runs.listRuns({ limit: 20 })).items).toHaveLength(1);
    expect(jobs).toBe(1);
  });

  test('is over when it has ended, or was asked to stop', async () => {
    const { store } = current();
    const asked = await store.runs.createRun(prepareRun(makeRun(), { joinHash }));
    await store.runs.markCancelled(asked.id, startTime + 1);
    const next = await store.runs.createRun(prepareRun(makeRun(), { joinHash }));
    expect(next.id).not.toBe(asked.id);
    await endRun(store, makeSuccess(next.id, { attempt: null, payload: null }));
    const third = await store.runs.createRun(prepareRun(makeRun(), { joinHash }));
    expect([asked.id, next.id]).not.toContain(third.id);
  });

  test('is not for what asks for something else, or does not say what it asks for', async () => {
    const { store } = current();
    await createRunning(store);
    await createRunning(store);
    await store.runs.createRun(prepareRun(makeRun(), { joinHash }));
    await store.runs.createRun(prepareRun(makeRun(), { joinHash: 'another' }));
    expect((await store.runs.listRuns({ limit: 20 })).items).toHaveLength(4);
  });

  test('is remembered with the key of the request, in the same transaction', async () => {
    const { store } = current();
    const joined = await store.runs.createRun(prepareRun(makeRun(), { joinHash }));
    const wanted = makeRun();
    await store.runs.claimKey(makeClaim({ runId: wanted.id }));
    expect(await store.runs.createRun(prepareRun(wanted, { joinHash }))).toMatchObject({ id: joined.id });
    // The worker that held the key does not exist.
    expect(await store.runs.claimKey(makeClaim())).toEqual({ kind: 'claimed', runId: joined.id });
  });

  test('a run that is there already under its id is answered instead of written again', async () => {
    const { store } = current();
    const wanted = makeRun();
    const first = await store.runs.createRun(prepareRun(wanted));
    expect(await store.runs.createRun(prepareRun(wanted))).toEqual(first);
  });
});
