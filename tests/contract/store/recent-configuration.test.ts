import { expect, test } from 'vitest';
import { openBench } from '#tests/contract/engine/open-bench.ts';
import { describeEachStore } from '../each-store.ts';
import { createSucceeded } from './make-run.ts';

describeEachStore('the recent configuration', (current) => {
  const days = (runRetentionDays: number) => ({ storage: { runRetentionDays } });

  test('knows at once what its own store changed', async () => {
    const { recent, configuration } = current().store;
    expect(await recent.getSettings()).not.toMatchObject(days(7));
    await configuration.patchSettings(days(7));
    expect(await recent.getSettings()).toMatchObject(days(7));
  });

  test('knows what another process changed when that is announced, or a moment later', async () => {
    const { store, openAnother } = current();
    const { recent } = store;
    const other = await openAnother();
    await recent.getSettings();
    await other.configuration.patchSettings(days(7));
    recent.forget();
    expect(await recent.getSettings()).toMatchObject(days(7));
    await other.configuration.patchSettings(days(8));
    await expect.poll(() => recent.getSettings()).toMatchObject(days(8));
  });

  test('is not what a spending cap is read from', async () => {
    const { place, store } = current();
    const bench = await openBench(place);
    try {
      await bench.core.store.recent.getSettings();
      await createSucceeded(store, { run: { createdAt: Date.now() } });
      await store.configuration.patchSettings({ spending: { monthlyCapUsd: 0.001 } });
      const request = bench.request({ trigger: 'auto' });
      await expect(bench.core.engine.submit(request)).rejects.toMatchObject({ code: 'spending_capped' });
    } finally {
      await bench.close();
    }
  });
});
