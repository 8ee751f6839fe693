import { expect, test } from 'vitest';
import { memoryIdSchema } from '#schema/sessions/memory.ts';
import type { NewDelivery } from '#sources/session/context/ports.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { save } from './say-memory.ts';

const give = (recordId: number, more: Partial<NewDelivery> = {}): NewDelivery => ({
  kind: 'prompt',
  recordId,
  occasion: 'start',
  tokens: 10,
  at: startTime,
  ...more,
});

describeEachStore('sums of what sessions were given', (current) => {
  test('is summed up by session, occasion and time, newest first', async () => {
    const { deliveries } = current().store;
    expect(await deliveries.sumDeliveries(10)).toEqual([]);
    expect(await deliveries.findFirstDelivery()).toBeNull();
    const later = { occasion: 'prompt', at: startTime + 5 } as const;
    await deliveries.addDeliveries('oc_1', [give(1), give(2, { tokens: 5 })]);
    await deliveries.addDeliveries('oc_1', [give(3, later), give(4, { ...later, tokens: 7 })]);
    await deliveries.addDeliveries('oc_2', [give(1, { at: startTime + 1 })]);
    const sums = [
      { contentSessionId: 'oc_1', ...later, tokens: 17 },
      { contentSessionId: 'oc_2', occasion: 'start', at: startTime + 1, tokens: 10 },
      { contentSessionId: 'oc_1', occasion: 'start', at: startTime, tokens: 15 },
    ];
    expect(await deliveries.sumDeliveries(10)).toEqual(sums);
    expect(await deliveries.sumDeliveries(1)).toEqual(sums.slice(0, 1));
    expect(await deliveries.findFirstDelivery()).toBe(startTime);
  });

  test('tells which memories some session got, and memories are found by number', async () => {
    const { deliveries, memories } = current().store;
    const one = await save(current().store, { text: 'Use tabs' });
    const two = await save(current().store, { text: 'Use pnpm' });
    const ids = [one, two].map((memory) => memoryIdSchema.parse(memory?.id));
    await deliveries.addDeliveries('oc_1', [
      give(Number(two?.id), { kind: 'memory' }),
      give(Number(one?.id)),
    ]);
    expect(await deliveries.listDelivered(ids)).toEqual([two?.id]);
    expect(await deliveries.listDelivered([])).toEqual([]);
    const found = await memories.listMemories({ ids: ids.slice(0, 1), state: 'all', offset: 0, limit: 9 });
    expect(found.map(({ text }) => text)).toEqual(['Use tabs']);
  });
});
