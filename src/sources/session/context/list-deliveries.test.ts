import { beforeEach, describe, expect, test } from 'vitest';
import { saveMemoryRequestSchema } from '#schema/sessions/memory.ts';
import type { SessionId } from '#schema/sessions/session.ts';
import type { NewDelivery } from '#sources/session/context/ports.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';

let open: OpenSessions;
beforeEach(() => {
  open = openSessions();
});

async function say(prompt: string, session: string): Promise<SessionId> {
  open.clock.at += 60_000;
  const eventId = `${session} ${prompt}`;
  const said = await open.sessions.init({ contentSessionId: session, project: 'web', prompt, eventId });
  if (said.skipped) throw new Error('not recorded');
  return said.sessionDbId;
}
/** The number of the prompt with this text. */
async function numberOf(prompt: string): Promise<number> {
  const { items } = await open.sessions.listRecords('prompt', { orderBy: 'date_asc', offset: 0, limit: 50 });
  return Number(items.find(({ text }) => text === prompt)?.id);
}
async function call(command: string, session: string, response = 'ok') {
  open.clock.at += 60_000;
  await open.sessions.observe({
    contentSessionId: session,
    tool_name: 'bash',
    tool_input: { command },
    tool_response: response,
  });
}
async function give(session: string, given: string | number, more: Partial<NewDelivery> = {}) {
  const recordId = typeof given === 'number' ? given : await numberOf(given);
  const delivery = { kind: 'prompt', recordId, occasion: 'prompt', tokens: 50, at: open.clock.at } as const;
  await open.deliveries.addDeliveries(session, [{ ...delivery, ...more }]);
}
const retries = 'The uploads retry through retryBudget';

describe('what a session was given', () => {
  test('is shown with its text, its session, and the words that came up again', async () => {
    const earlier = await say(retries, 'oc_1');
    const id = await say('Why do uploads fail?', 'oc_2');
    await give('oc_2', retries);
    await call('grep -n retryBudget src', 'oc_2');
    expect(await open.sessions.listDeliveries(id)).toEqual({
      items: [
        {
          ref: `P${await numberOf(retries)}`,
          kind: 'prompt',
          recordId: await numberOf(retries),
          occasion: 'prompt',
          tokens: 50,
          at: expect.any(Number),
          droppedAt: null,
          excerpt: retries,
          sessionDbId: earlier,
          usedWords: ['retryBudget'],
          supersededBy: null,
        },
      ],
      tokens: 50,
      used: 1,
    });
  });

  test('counts as unused if the prompt, or a tool, named it', async () => {
    await say(retries, 'oc_1');
    const asked = await say('Look at retryBudget', 'oc_2');
    await give('oc_2', retries);
    await call('grep -n retryBudget src', 'oc_2');
    const shown = await say('Why do uploads fail?', 'oc_3');
    await give('oc_3', retries);
    await call('ls', 'oc_3', 'retryBudget.ts retryBudget');
    await call('grep -n retryBudget src', 'oc_3');
    for (const id of [asked, shown])
      expect(await open.sessions.listDeliveries(id)).toMatchObject({ used: 0 });
  });

  test('at its start is compared with the prompt that follows', async () => {
    await say(retries, 'oc_1');
    open.clock.at += 60_000;
    await give('oc_2', retries, { occasion: 'start' });
    const id = await say('Look at retryBudget', 'oc_2');
    await call('grep -n retryBudget src', 'oc_2');
    expect(await open.sessions.listDeliveries(id)).toMatchObject({ used: 0 });
    await say('And zeppelin_hangar', 'oc_4');
    await give('oc_5', 'And zeppelin_hangar', { occasion: 'start' });
    const other = await say('Look around', 'oc_5');
    await call('cat zeppelin_hangar', 'oc_5');
    expect(await open.sessions.listDeliveries(other)).toMatchObject({ used: 1 });
  });

  test('includes memories, what was dropped and what was deleted since', async () => {
    const { memories } = open.sessions;
    const kept = await memories.save(saveMemoryRequestSchema.parse({ text: 'Use pnpm', project: 'web' }));
    const gone = await memories.save(saveMemoryRequestSchema.parse({ text: 'Use tabs', project: 'web' }));
    await memories.remove(gone.id);
    const id = await say('Go', 'oc_2');
    for (const memory of [kept, gone]) await give('oc_2', memory.id, { kind: 'memory', occasion: 'start' });
    await give('oc_2', 999, { kind: 'summary' });
    await open.deliveries.dropDeliveries('oc_2', open.clock.at + 1);
    const { items } = await open.sessions.listDeliveries(id);
    expect(items.map(({ ref, excerpt }) => [ref, excerpt])).toEqual([
      [`M${kept.id}`, 'Use pnpm'],
      [`M${gone.id}`, null],
      ['S999', null],
    ]);
    expect(items.every(({ droppedAt }) => droppedAt === open.clock.at + 1)).toBe(true);
  });

  test('is nothing, or refused for a session that does not exist', async () => {
    const id = await say('Go', 'oc_2');
    expect(await open.sessions.listDeliveries(id)).toEqual({ items: [], tokens: 0, used: 0 });
    await expect(open.sessions.listDeliveries(99 as SessionId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a mark that a later session may replace an earlier one', () => {
  test('is gone once a person says that it does not, and back when they take it back', async () => {
    const texts = [
      'We chose Redis as the cache of the harbour gateway',
      'Now the cache of the harbour gateway is Valkey instead of Redis',
    ] as const;
    for (const [at, text] of texts.entries()) await say(text, `oc_${at}`);
    const id = await say('Which cache?', 'oc_3');
    for (const text of texts) await give('oc_3', text);
    const [older, newer] = [`P${await numberOf(texts[0])}`, `P${await numberOf(texts[1])}`];
    const marks = async () =>
      (await open.sessions.listDeliveries(id)).items.map(({ supersededBy }) => supersededBy);
    expect(await marks()).toEqual([newer, null]);
    await open.sessions.setSuperseded({ older, newer, isSuperseded: false });
    expect(await marks()).toEqual([null, null]);
    await open.sessions.setSuperseded({ older, newer, isSuperseded: true });
    expect(await marks()).toEqual([newer, null]);
  });

  test('needs records of two sessions', async () => {
    await say('One', 'oc_1');
    await say('Two', 'oc_1');
    const [one, two] = [`P${await numberOf('One')}`, `P${await numberOf('Two')}`];
    const set = (older: string, newer: string) =>
      open.sessions.setSuperseded({ older, newer, isSuperseded: false });
    await expect(set(one, two)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(set(one, 'P999')).rejects.toMatchObject({ code: 'not_found' });
    await expect(set('tea', one)).rejects.toMatchObject({ code: 'not_found' });
  });
});
