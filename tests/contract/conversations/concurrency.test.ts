import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeptTurn, TurnRequestInput } from '#schema/conversations/conversations-wire.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { describeEachPlace } from '../each-store.ts';
import {
  type ConversationsBench,
  makeTurn,
  openConversationsBench,
  replayTurns,
  tripId,
} from './open-conversations-bench.ts';

const second: TurnRequestInput = { ...makeTurn(2), idempotency_key: 'second' };
const oneToTwenty = Array.from({ length: 20 }, (_, index) => index + 1);

/** Computes the library's state for the turns in their numbered order. */
async function stateOf(turns: KeptTurn[], sent: TurnRequestInput[]) {
  const requests = turns.map(({ user }) => sent.find(({ user_message }) => user_message === user));
  return replayTurns(
    requests.filter((request) => request !== undefined),
    turns.map(({ createdAt }) => createdAt),
  );
}

describeEachPlace('turns of one conversation that come at once', (current) => {
  let bench: ConversationsBench;
  beforeEach(async () => {
    bench = await openConversationsBench(current().place);
  });
  afterEach(() => bench.close());

  test('are taken in one by one, in the order in which they came', async () => {
    const sent = oneToTwenty.map(makeTurn);
    const results = await Promise.all(
      sent.map((request) => bench.client.conversations.addTurn(tripId, request)),
    );
    expect(results.map(({ turn }) => turn)).toEqual(oneToTwenty);
    const turns = await bench.allTurns(tripId);
    expect(turns.map(({ user }) => user)).toEqual(sent.map(({ user_message }) => user_message));
    const { state } = await bench.client.conversations.get(tripId);
    expect(state).toEqual(await stateOf(turns, sent));
  }, 60_000);

  test('over two servers are numbered once each, and come to one state', async () => {
    const other = await openConversationsBench(current().place);
    try {
      const sent = oneToTwenty.map(makeTurn);
      const results = await Promise.all(
        sent.map((request, index) =>
          (index % 2 === 0 ? bench : other).client.conversations.addTurn(tripId, request),
        ),
      );
      expect(results.map(({ turn }) => turn).toSorted((a, b) => a - b)).toEqual(oneToTwenty);
      const turns = await bench.allTurns(tripId);
      expect(turns.map(({ number }) => number)).toEqual(oneToTwenty);
      const { state } = await other.client.conversations.get(tripId);
      expect(state).toEqual(await stateOf(turns, sent));
    } finally {
      await other.close();
    }
  }, 90_000);

  test('under one key are one turn, asked for once; the same is answered to all, and again later', async () => {
    await bench.useModel();
    const request = { ...makeTurn(1), idempotency_key: 'turn-1' };
    const results = await Promise.all(
      Array.from({ length: 6 }, () => bench.client.conversations.addTurn(tripId, request)),
    );
    for (const result of results) expect(result).toEqual(results[0]);
    expect(bench.model.requests).toHaveLength(1);
    await bench.client.conversations.addTurn(tripId, makeTurn(2));
    expect(await bench.client.conversations.addTurn(tripId, request)).toEqual(results[0]);
    expect(await bench.allTurns(tripId)).toHaveLength(2);
    expect(bench.model.requests).toHaveLength(2);

    const again = await bench.send('/api/conversations/trip/turns', {
      body: makeTurn(1),
      headers: { 'Idempotency-Key': 'turn-1' },
    });
    expect(again.status).toBe(200);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.json()).toEqual(results[0]);
    const disagreeing = await bench.send('/api/conversations/trip/turns', {
      body: request,
      headers: { 'Idempotency-Key': 'turn-2' },
    });
    expect(disagreeing.status).toBe(400);
    const another = { ...makeTurn(3), idempotency_key: 'turn-1' };
    await expect(bench.client.conversations.addTurn(tripId, another)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('under one key over two servers are one turn', async () => {
    const other = await openConversationsBench(current().place);
    try {
      const request = { ...makeTurn(1), idempotency_key: 'turn-1' };
      const [one, two] = await Promise.all([
        bench.client.conversations.addTurn(tripId, request),
        other.client.conversations.addTurn(tripId, request),
      ]);
      expect(one).toEqual(two);
      expect(await bench.allTurns(tripId)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  test('wait no longer for one who died than his lease lasts', async () => {
    const { store } = bench.app.core;
    const at = Date.now();
    const dead = { id: tripId, token: 'dead' };
    await store.runs.beat({ id: 'hung', host: 'elsewhere', pid: 1, beatAt: at });
    const held = { ...dead, workerId: 'hung', at, until: at + 1500 };
    expect(await store.conversations.takeLease(held)).toMatchObject({ kind: 'leased' });
    expect((await bench.client.conversations.list()).items).toEqual([]);
    const { turn } = await bench.client.conversations.addTurn(tripId, makeTurn(1));
    expect(turn).toBe(1);
    expect(Date.now()).toBeGreaterThanOrEqual(at + 1500);
    expect(await store.conversations.renewLease({ ...dead, until: at + 60_000 })).toBe(false);
  });

  test('that are abandoned when the server stops leave nothing, and the next one comes first', async () => {
    const other = await openConversationsBench(current().place);
    await other.useModel();
    other.model.always({ text: 'Late.', firstTokenDelayMs: 20_000 });
    const late = other.client.conversations.addTurn(tripId, makeTurn(1));
    late.catch(() => {});
    await expect.poll(() => other.model.requests.length).toBe(1);
    await other.close();
    await expect(late).rejects.toMatchObject({ code: 'server_unreachable' });
    const { turn, state } = await bench.client.conversations.addTurn(tripId, {
      user_message: 'Hello.',
      final_response: 'Hello.',
    });
    expect(turn).toBe(1);
    expect(state.conversation.recent_turns).toHaveLength(1);
  });
});

describe('a server that is killed in the middle of a turn', () => {
  describeEachPlace('on its database', (current) => {
    test('leaves a lease that runs out: the turn, sent again, is taken in once', async () => {
      const { place } = current();
      const model = await startScriptedModel();
      const server = await startServer(place);
      try {
        await server.client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));
        const primaryModelProfileId = modelProfileIdSchema.parse('scripted');
        await server.client.settings.patch({ summaryAgent: { primaryModelProfileId } });
        await server.client.conversations.addTurn(tripId, { user_message: 'Hello.', final_response: 'Hi.' });
        model.always({ text: 'Late.', firstTokenDelayMs: 20_000 });
        const lost = server.client.conversations.addTurn(tripId, second);
        lost.catch(() => {});
        await expect.poll(() => model.requests.length).toBe(1);
        await server.end('SIGKILL');
        await expect(lost).rejects.toMatchObject({ code: 'server_unreachable' });
      } finally {
        await server.end('SIGKILL');
      }
      model.always({ text: 'The assistant saved the plan.' });
      const bench = await openConversationsBench(place);
      try {
        const taken = await bench.client.conversations.addTurn(tripId, second);
        expect(taken.turn).toBe(2);
        expect(await bench.client.conversations.addTurn(tripId, second)).toEqual(taken);
        const turns = await bench.allTurns(tripId);
        expect(turns.map(({ user }) => user)).toEqual(['Hello.', 'Plan day 2 of the trip, please.']);
        const { activeRuns } = await bench.client.conversations.get(tripId);
        expect(activeRuns).toEqual([]);
      } finally {
        await bench.close();
        await model.close();
      }
    }, 90_000);

    test('leaves the answers it had: the turn, sent again, pays only for what was not answered', async () => {
      const { place } = current();
      const model = await startScriptedModel();
      const server = await startServer(place);
      const fifth = { ...makeTurn(5), idempotency_key: 'fifth' };
      try {
        await server.client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));
        const primaryModelProfileId = modelProfileIdSchema.parse('scripted');
        for (const n of [1, 2, 3])
          await server.client.conversations.addTurn(tripId, {
            user_message: `Hello ${n}.`,
            final_response: 'Hi.',
          });
        await server.client.settings.patch({ summaryAgent: { primaryModelProfileId } });
        model.script({ text: 'The assistant saved the plan for day 5.' });
        model.always({ text: 'Late.', firstTokenDelayMs: 20_000 });
        const lost = server.client.conversations.addTurn(tripId, fifth);
        lost.catch(() => {});
        await expect.poll(() => model.requests.length).toBe(2);
        await server.end('SIGKILL');
        await expect(lost).rejects.toMatchObject({ code: 'server_unreachable' });
      } finally {
        await server.end('SIGKILL');
      }
      model.always({ text: 'The user said hello, and the assistant answered.' });
      const bench = await openConversationsBench(place);
      try {
        const { state } = await bench.client.conversations.addTurn(tripId, fifth);
        expect(state.conversation.recent_turns.at(-1)?.assistant_summary).toBe(
          'The assistant saved the plan for day 5.',
        );
        expect(model.requests).toHaveLength(3);
      } finally {
        await bench.close();
        await model.close();
      }
    }, 90_000);
  });
});
