import { expect, test } from 'vitest';
import { recordKinds } from '#schema/sessions/session.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { readTopic } from '#text/questions/read-question.ts';
import { startTime } from './make-run.ts';
import { makePrompt } from './make-session.ts';

describeEachStore('what sessions were given', (current) => {
  const given = { kind: 'prompt' as const, occasion: 'prompt' as const, tokens: 20, at: startTime };

  test('is known until the context is compacted or the session deleted', async () => {
    const { deliveries, sessions } = current().store;
    const { session } = await sessions.addPrompt(makePrompt({ contentSessionId: 'one' }));
    await deliveries.addDeliveries('one', [
      { ...given, recordId: 1 },
      { ...given, recordId: 2, kind: 'memory' },
    ]);
    await deliveries.addDeliveries('two', [{ ...given, recordId: 1 }]);
    const list = (isPresent: boolean) => deliveries.listDeliveries('one', { isPresent, limit: 10 });
    expect(await list(true)).toEqual([
      { ...given, recordId: 1, droppedAt: null },
      { ...given, recordId: 2, kind: 'memory', droppedAt: null },
    ]);
    await deliveries.dropDeliveries('one', startTime + 5);
    await deliveries.addDeliveries('one', [{ ...given, recordId: 1, occasion: 'compaction' }]);
    expect(await list(true)).toMatchObject([{ recordId: 1, occasion: 'compaction' }]);
    expect((await list(false)).map(({ droppedAt }) => droppedAt)).toEqual([
      startTime + 5,
      startTime + 5,
      null,
    ]);
    await sessions.deleteSessions({ id: session.id });
    expect(await list(false)).toEqual([]);
    expect(await deliveries.listDeliveries('two', { isPresent: true, limit: 10 })).toHaveLength(1);
  });

  test('may include both of two sessions that a person keeps, until one is deleted', async () => {
    const { deliveries, sessions } = current().store;
    const [older, newer] = await Promise.all(
      ['a', 'b'].map(
        async (name) => (await sessions.addPrompt(makePrompt({ contentSessionId: name }))).session.id,
      ),
    );
    if (older === undefined || newer === undefined) throw new Error('not stored');
    const pair = { older, newer };
    await deliveries.setCompatible(pair, true);
    await deliveries.setCompatible(pair, true);
    expect(await deliveries.listCompatible([older, newer])).toEqual([pair]);
    expect(await deliveries.listCompatible([older])).toEqual([]);
    await deliveries.setCompatible(pair, false);
    expect(await deliveries.listCompatible([older, newer])).toEqual([]);
    await deliveries.setCompatible(pair, true);
    await sessions.deleteSessions({ id: newer });
    expect(await deliveries.listCompatible([older, newer])).toEqual([]);
  });

  test('is searched for without the session itself', async () => {
    const { sessions } = current().store;
    const text = 'The ferry leaves from the harbour';
    const [own, other] = await Promise.all(
      ['own', 'other'].map((contentSessionId) => sessions.addPrompt(makePrompt({ contentSessionId, text }))),
    );
    const search = {
      kinds: recordKinds,
      terms: readTopic(text),
      question: { times: [] },
      now: startTime,
      limit: 9,
    };
    const found = await sessions.rankRecords({ ...search, exceptSessionId: own?.session.id });
    expect(found.records.map(({ id }) => id)).toEqual([other?.prompt.id]);
    expect((await sessions.rankRecords(search)).records).toHaveLength(2);
    expect(await sessions.findSession('own')).toEqual(
      await sessions.getSession(own?.session.id ?? other?.session.id ?? ('' as never)),
    );
    expect(await sessions.findSession('unknown')).toBeNull();
  });

  test('is nothing in a project whose prompts get nothing', async () => {
    const { projects } = current().store;
    await projects.setQuiet('web', true, startTime);
    await projects.setQuiet('web', true, startTime);
    expect([await projects.isQuiet('web'), await projects.isQuiet('api')]).toEqual([true, false]);
    await projects.setQuiet('web', false, startTime);
    expect(await projects.isQuiet('web')).toBe(false);
  });
});
