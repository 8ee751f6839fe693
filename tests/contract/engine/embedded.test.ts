import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Core, createCore } from '#app/wiring/create-core.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { describeEachPlace } from '../each-store.ts';
import { article } from './open-bench.ts';

describeEachPlace('a command’s own engine', (current) => {
  let core: Core;
  beforeEach(async () => {
    const { home, databaseUrl } = current().place;
    const config = readConfig({
      PRECIS_HOME: home,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    core = await createCore(config, { mode: 'embedded', log: createLog({ level: 'silent' }) });
    await core.engine.start({ executes: true });
  });
  afterEach(() => core.close(0));

  test('executes a run it submits, however late the database commits it', async () => {
    const { createRun } = core.store.runs;
    core.store.runs.createRun = (prepared) =>
      createRun({
        ...prepared,
        async enqueue(tx) {
          await prepared.enqueue(tx);
          await new Promise((resolve) => setTimeout(resolve, 150));
        },
      });
    const run = await core.engine.submit({
      taskType: 'summary',
      source: { kind: 'text', id: 'a-text', title: null },
      agentId: 'summary',
      trigger: 'manual',
      variant: { targetLanguage: 'en', detailLevel: 'short' },
      route: [builtinModelProfileId],
      input: { sourceText: article },
    });
    await expect.poll(async () => (await core.store.runs.getRun(run.id))?.status).toBe('succeeded');
  });
});
