import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachPlace } from '../each-store.ts';
import {
  type ConversationsBench,
  makeTurn,
  openConversationsBench,
  tripId,
} from './open-conversations-bench.ts';

describeEachPlace('a turn whose run is deleted meanwhile', (current) => {
  let bench: ConversationsBench;
  beforeEach(async () => {
    bench = await openConversationsBench(current().place);
  });
  afterEach(() => bench.close());

  test('is taken in without its summary, and the issue names no run', async () => {
    await bench.useModel();
    const { engine, store } = bench.app.core;
    const { subscribe } = engine;
    engine.subscribe = async function* (runId, options) {
      await expect.poll(async () => (await store.runs.getRun(runId))?.finishedAt ?? null).not.toBeNull();
      await store.runs.clearFinishedRuns();
      yield* subscribe(runId, options);
    };
    const { turn, issues } = await bench.client.conversations.addTurn(tripId, makeTurn(1));
    expect(turn).toBe(1);
    expect(issues).toMatchObject([{ task: 'turn-summary', code: 'not_found' }]);
    const { items } = await bench.client.issues.list({ kind: 'answer-refused' });
    expect(items).toMatchObject([{ code: 'not_found', runId: null }]);
  });
});
