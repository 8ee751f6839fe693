import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import type { Run } from '#schema/runs/run.ts';
import { runWithSummarySchema } from '#schema/runs/summary.ts';
import { runPageSchema, spendingSchema } from '#schema/wire.ts';
import { whileRefused } from '#tests/contract/store/while-refused.ts';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';
import type { Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { closePlace, openPlace, type StorePlace } from '../each-store.ts';
import { article } from './open-bench.ts';

const protocols = {
  openai: 'openai',
  'openai-compatible': 'openai',
  anthropic: 'anthropic',
  google: 'google',
  ollama: 'ollama',
} as const satisfies Partial<Record<Provider, Protocol>>;
const providers = Object.keys(protocols) as (keyof typeof protocols)[];

/** The values that a server may write where a count of tokens belongs. */
const hostileCounts = [
  '-1000000',
  '1.5',
  'NaN',
  'Infinity',
  '1e400',
  '"12"',
  '9007199254740993',
  '1e300',
  '{"tokens":12}',
  '[12]',
  'null',
  'true',
  '0',
];

const summary = 'The harbour bridge is closed for two years. Everyone has to walk around it.';
/** Prices that make one summary of the article cost ten dollars and more. */
const dear = { inputPerMillionUsd: 30_000, cachedInputPerMillionUsd: 30_000, outputPerMillionUsd: 30_000 };

describe.each(inject('dialects'))('usage that cannot be true (%s)', (dialect) => {
  let place: StorePlace;
  let app: App;
  let model: ScriptedModel;

  beforeAll(async () => {
    place = await openPlace(dialect);
    model = await startScriptedModel({ reply: { text: summary } });
    const config = readConfig({
      PRECIS_HOME: place.home,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    });
    app = await createApp(config, { mode: 'embedded', log: createLog({ level: 'silent' }) });
    await app.start();
    for (const provider of providers) {
      await app.core.profiles.put({
        ...scriptedProfile(provider, model.baseUrl(protocols[provider])),
        provider,
        prices: dear,
        key: { kind: 'value', value: 'sk-scripted' },
      });
    }
  });
  afterAll(async () => {
    await app.stop(0);
    await model.close();
    await closePlace(place);
  });

  async function get(path: string): Promise<unknown> {
    const response = await app.fetch(new Request(`http://127.0.0.1:37777${path}`));
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  }

  async function summarize(provider: string, trigger: Run['trigger'] = 'manual'): Promise<RunId> {
    const { id } = await app.core.engine.submit({
      taskType: 'summary',
      source: { kind: 'text', id: 'a-text', title: null },
      agentId: 'summary',
      trigger,
      variant: { targetLanguage: 'en', detailLevel: 'short' },
      route: [modelProfileIdSchema.parse(provider)],
      input: { sourceText: article, contentHash: 'hash' },
    });
    const signal = AbortSignal.timeout(60_000);
    for await (const events of app.core.engine.subscribe(id, { afterSeq: 0, signal })) void events;
    return id;
  }

  async function getRun(id: RunId): Promise<Run> {
    return runWithSummarySchema.parse(await get(`/api/runs/${id}`)).run;
  }

  async function sumToday(): Promise<number> {
    const { rows } = spendingSchema.parse(await get('/api/spending'));
    return rows.reduce((sum, { costUsd }) => sum + costUsd, 0);
  }

  describe.each(providers)('of %s', (provider) => {
    test.each([...hostileCounts, 'nothing'])('as %s is counted here, after one paid call', async (count) => {
      const reply = { text: summary, ...(count === 'nothing' ? { usage: null } : { rawCount: count }) };
      model.script(reply);
      const calls = model.requests.length;
      const before = await sumToday();
      const run = await getRun(await summarize(provider));
      expect(run).toMatchObject({ status: 'succeeded', attempt: 1, usage: { reported: false } });
      const { inputTokens = 0, outputTokens = 0, costUsd } = run.usage ?? {};
      expect(inputTokens).toBeGreaterThan(300);
      expect(inputTokens).toBeLessThan(2000);
      expect(outputTokens).toBeGreaterThan(10);
      expect(outputTokens).toBeLessThan(40);
      expect(model.requests).toHaveLength(calls + 1);
      expect(runPageSchema.parse(await get('/api/runs')).items[0]).toEqual(run);
      expect(await sumToday()).toBeCloseTo(before + (costUsd ?? 0), 5);
    });
  });

  test('cannot keep runs going over a spending cap', async () => {
    const { spending } = await app.core.store.configuration.getSettings();
    const cap = (await sumToday()) + 0.5;
    await app.core.store.configuration.patchSettings({ spending: { ...spending, dailyCapUsd: cap } });
    const calls = model.requests.length;
    const outcomes: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      model.always({ text: summary, rawCount: '-1000000' });
      outcomes.push(
        await summarize('openai', 'auto').then(
          () => 'ran',
          (error) => error.code,
        ),
      );
    }
    expect(outcomes).toEqual(['ran', ...Array(4).fill('spending_capped')]);
    expect(model.requests).toHaveLength(calls + 1);
    await app.core.store.configuration.patchSettings({ spending });
  });

  test('that an earlier version stored leaves every list readable', async () => {
    const id = await summarize('openai');
    const wrong = ['9007199254740993', '-5', ...(dialect === 'sqlite' ? ['1.5', '1e300'] : [])];
    for (const count of wrong) {
      await withRawDatabase(place, (db) =>
        sql`update runs set usage_input_tokens = ${sql.raw(count)} where id = ${id}`.execute(db),
      );
      expect((await getRun(id)).usage).toBeNull();
      const { items } = runPageSchema.parse(await get('/api/runs'));
      expect(items.find((run) => run.id === id)?.usage).toBeNull();
      spendingSchema.parse(await get('/api/spending'));
    }
    await withRawDatabase(place, (db) => sql`delete from runs where id = ${id}`.execute(db));
  });

  test.each([
    ['a result', "new.status = 'succeeded'"],
    ['the usage of a run', 'new.usage_input_tokens is not null'],
  ])('or %s that the database never accepts is not paid for twice', async (_what, when) => {
    const calls = model.requests.length;
    await whileRefused(place, { what: 'update', table: 'runs', when }, async () => {
      const run = await getRun(await summarize('openai'));
      expect(run).toMatchObject({ status: 'failed', errorCode: 'result_unsaved', attempt: 1 });
      // A heartbeat would hand the run over to another attempt.
      await app.core.engine.recover();
    });
    expect(model.requests).toHaveLength(calls + 1);
  });
});
