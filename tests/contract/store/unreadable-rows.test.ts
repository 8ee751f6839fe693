import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueIdSchema, modelProfileIdSchema, runIdSchema } from '#schema/ids.ts';
import { agentIdSchema, storedAgentSchema } from '#schema/models/agent.ts';
import { storedProfileSchema } from '#schema/models/model-profile.ts';
import { defaultSettings } from '#schema/settings.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { createRun, startTime } from './make-run.ts';
import { withRawDatabase } from './with-raw-database.ts';

const times = { createdAt: startTime, updatedAt: startTime };
const runs = { good: runIdSchema.parse(randomUUID()), bad: runIdSchema.parse(randomUUID()) };
const issues = { good: issueIdSchema.parse(randomUUID()), bad: issueIdSchema.parse(randomUUID()) };
const spaceIds = [randomUUID(), randomUUID()];

/** Damages rows in a way that no version writes but that may exist. */
const damages = [
  sql`update model_profiles set body_json = replace(body_json, '"name":"Bad"', '"name":""') where id = 'bad'`,
  sql`update agents set body_json = '{"name":"half' where id = 'bad'`,
  sql`update spaces set name = '' where id = ${spaceIds[1]}`,
  sql`insert into folders (name, auto_summary) values ('', 'inherit')`,
  sql`update issues set details_json = '{' where message = 'bad'`,
  sql`update runs set route_json = '' where source_title = 'bad'`,
  sql`update settings set body_json = '{"storage":{"summaryCap":7,"runRetentionDays":"many"},"reader":3,"later":{"a":1}}'`,
];

describeEachPlace('a row that cannot be read', (current) => {
  test('is left out of its list, is not found, and is named in the log once, and the others are listed', async () => {
    const { place } = current();
    const { log, lines } = createLineLog();
    const store = await openStore({ ...place, log });
    try {
      for (const id of ['good', 'bad'] as const) await write(id);
      await withRawDatabase(place, async (db) => {
        for (const damage of damages) await damage.execute(db);
      });
      for (let reading = 0; reading < 2; reading++) {
        expect((await store.configuration.listProfiles()).map(({ id }) => id)).toEqual(['good']);
        expect((await store.configuration.listAgents()).map(({ id }) => id)).toEqual(['good']);
        expect((await store.spaces.listSpaces()).map(({ name }) => name)).toEqual(['good']);
        expect((await store.reader.listSubscriptions()).folders.map(({ name }) => name)).toEqual([
          'bad',
          'good',
        ]);
        expect((await store.runs.listIssues({ limit: 1 })).nextCursor).not.toBeNull();
        expect((await store.runs.listIssues({ limit: 9 })).items.map(({ message }) => message)).toEqual([
          'good',
        ]);
        expect((await store.runs.listRuns({ limit: 9 })).items.map(({ source }) => source.title)).toEqual([
          'good',
        ]);
        expect(await store.configuration.getSettings()).toEqual({
          ...defaultSettings,
          storage: { ...defaultSettings.storage, summaryCap: 7 },
        });
      }
      expect(await store.configuration.getProfile(modelProfileIdSchema.parse('bad'))).toBeNull();
      expect(await store.configuration.getAgent(agentIdSchema.parse('bad'))).toBeNull();
      expect((await store.runs.getRun(runs.good))?.source.title).toBe('good');
      expect(await store.runs.getRun(runs.bad)).toBeNull();
      expect((await store.runs.getIssue(issues.good))?.message).toBe('good');
      expect(await store.runs.getIssue(issues.bad)).toBeNull();
      expect(await store.configuration.patchSettings({ storage: { summaryCap: 8 } })).toMatchObject({
        storage: { ...defaultSettings.storage, summaryCap: 8 },
      });
      const skipped = lines.filter(({ message }) => message === 'skipped an unreadable row');
      expect(skipped.map(({ fields }) => String(fields.table)).toSorted()).toEqual([
        'agents',
        'folders',
        'issues',
        'model_profiles',
        'runs',
        'settings',
        'spaces',
      ]);
    } finally {
      await store.close();
    }

    async function write(id: 'good' | 'bad'): Promise<void> {
      const name = id === 'bad' ? 'Bad' : 'Good';
      const none = { kind: 'none' } as const;
      const profile = { id, name, provider: 'openai', model: 'm', key: none, ...times };
      await store.configuration.putProfile(storedProfileSchema.parse(profile));
      const agent = {
        id,
        name,
        llm: { model: 'm', apiKey: none },
        summarizer: null,
        confirmed: [],
        ...times,
      };
      await store.configuration.putAgent(storedAgentSchema.parse(agent));
      const agentId = agentIdSchema.parse('assistant');
      const spaceId = spaceIds[id === 'bad' ? 1 : 0] as never;
      await store.spaces.createSpace({ id: spaceId, name: id, instructions: '', agentId, ...times });
      await store.reader.createFolder({ name: id, autoSummary: 'inherit', autoTag: 'off' });
      await store.runs.addIssue({
        id: issues[id],
        kind: 'feed-failed',
        code: 'internal',
        message: id,
        runId: null,
        details: {},
        lastEvents: [],
        createdAt: startTime,
      });
      await createRun(store, {
        id: runs[id],
        source: { kind: 'text', id, title: id },
      });
      await store.configuration.patchSettings({});
    }
  });
});
