import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRun,
  createSucceeded,
  makeFailure,
  makePayload,
  makeRun,
  prompt,
  slot,
  startRun,
  startTime,
} from './make-run.ts';
import { createThread, talk } from './make-thread.ts';
import { startStoreProcess } from './start-store-process.ts';
import { withRawDatabase } from './with-raw-database.ts';

const names = Object.keys(migrations);

describeEachPlace(
  'migrations',
  (current) => {
    test('bring an empty database to the newest version, and change nothing the second time', async () => {
      const { place } = current();
      for (let time = 0; time < 2; time += 1) {
        const store = await openStore(place);
        expect((await store.runs.listRuns({ limit: 5 })).items).toHaveLength(time);
        await createRun(store);
        await store.close();
      }
      expect(await withRawDatabase(place, readVersions)).toEqual(names);
    });

    test('are ordered by their names', () => {
      expect(names).toEqual(names.toSorted());
      for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/);
    });

    test('bring the first version forward with all that is in it', async () => {
      const { place } = current();
      const succeeded = makeRun();
      const running = makeRun({ createdAt: startTime + 1 });
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        const { error } = await migrator.migrateTo('0001-runs-and-summaries');
        expect(error).toBeUndefined();
        await insertFirstVersionRows(db, { succeeded: succeeded.id, running: running.id });
        expect(await readVersions(db)).toEqual(names.slice(0, 1));
      });

      const store = await openStore(place);
      expect(await store.runs.getRun(succeeded.id)).toMatchObject({
        status: 'succeeded',
        parameters: { tone: 'plain' },
        usage: { inputTokens: 10, costUsd: 0.5, reported: false },
      });
      expect(await store.reader.getSummary(slot)).toMatchObject({ text: 'Tea is hot.', runId: succeeded.id });
      expect(await store.runs.readEvents({ runId: succeeded.id, afterSeq: 0, limit: 5 })).toMatchObject([
        { seq: 1, type: 'run-start', attempt: 1 },
      ]);
      expect((await store.configuration.getSettings()).storage.summaryCap).toBe(77);
      // The first version does not know its worker, so it is orphaned and can be restarted.
      const [orphan] = await store.runs.listOrphans(['worker-1']);
      expect(orphan).toMatchObject({ run: { id: running.id }, workerId: null, cancelRequested: false });
      const requeue = { fromWorkerId: null, toWorkerId: 'worker-1', at: startTime, enqueue: async () => {} };
      expect(await store.runs.requeueRun({ ...requeue, runId: running.id })).toBe(true);
      expect(await startRun(store, running.id)).toMatchObject({ kind: 'started', run: { attempt: 2 } });
      expect(await endRun(store, makeFailure(running.id, { attempt: 2 }))).toBe('finished');
      await createSucceeded(store, {
        finish: { payload: makePayload({ text: 'Newer.' }) },
      });
      expect(await store.reader.getSummary(slot)).toMatchObject({ text: 'Newer.' });
      expect(await store.checkIntegrity()).toBeNull();
      await store.close();
    });

    test('give each summary its slot, and each run its variant', async () => {
      const { place } = current();
      const { id } = makeRun();
      const cleared = makeRun().id;
      const title = makeRun().id;
      const grounding = { sentences: [] };
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        expect((await migrator.migrateTo('0018-loading-feeds')).error).toBeUndefined();
        const provenance = { templates: [{ id: 'summary', version: '1', origin: 'builtin', hash: 'abc' }] };
        for (const [runId, taskType, detail] of [
          [id, 'summary', 'medium'],
          [cleared, 'summary', 'short'],
          [title, 'title', null],
        ] as const) {
          await sql`insert into runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt,
              template_id, parameters_json, provenance_json, target_language, detail_level, route_json, created_at,
              started_at, finished_at, updated_at)
            values (${runId}, ${taskType}, 'succeeded', 'entry', 'article-1', 'summary', 'manual', 1, 'summary', '{}',
              ${JSON.stringify(provenance)}, ${detail && 'en'}, ${detail}, '["builtin"]', 1, 2, 3, 3)`.execute(
            db,
          );
        }
        await sql`insert into summaries (run_id, task_type, source_kind, source_id, target_language, detail_level,
            text, output_language, content_hash, grounding_json, created_at, updated_at)
          values (${id}, 'summary', 'entry', 'article-1', 'en', 'medium', 'Tea is hot.', 'en', 'hash',
            ${JSON.stringify(grounding)}, 3, 4)`.execute(db);
        const row = {
          run_id: cleared,
          task_type: 'summary',
          source_kind: 'entry',
          source_id: 'article-1',
          target_language: 'en',
          detail_level: 'short',
          text: 'Hot.',
          output_language: null,
          content_hash: 'hash',
          grounding_json: null,
          created_at: 3,
          updated_at: 3,
        };
        await sql`insert into cleared_summaries (run_id, undo_id, source_kind, source_id, row_json, cleared_at)
          values (${cleared}, 'undo-1', 'entry', 'article-1', ${JSON.stringify(row)}, ${startTime})`.execute(
          db,
        );
      });

      const store = await openStore(place);
      expect(await store.reader.listSummaries(slot.source)).toEqual([
        {
          ...slot,
          text: 'Tea is hot.',
          outputLanguage: 'en',
          contentHash: 'hash',
          templateHash: 'abc',
          grounding,
          runId: id,
          createdAt: 3,
          updatedAt: 4,
        },
      ]);
      expect(await store.runs.getRun(id)).toMatchObject({
        targetLanguage: 'en',
        variant: { targetLanguage: 'en', detailLevel: 'medium' },
      });
      expect(await store.runs.getRun(title)).toMatchObject({ targetLanguage: null, variant: {} });
      const restore = { source: slot.source, undoId: 'undo-1', at: startTime + 1, cap: 10 };
      expect(await store.reader.restoreSummaries(restore)).toBe(1);
      expect(await store.reader.getSummary({ ...slot, detailLevel: 'short' })).toMatchObject({
        text: 'Hot.',
      });
      expect(await store.checkIntegrity()).toBeNull();
      await store.close();
    });

    test('keep a copy of the embedded database from before, which opens like the original', async () => {
      const { place, dialect } = current();
      const succeeded = makeRun();
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        await migrator.migrateTo('0001-runs-and-summaries');
        await insertFirstVersionRows(db, { succeeded: succeeded.id, running: makeRun().id });
      });
      writeFileSync(
        join(place.home, 'precis-before-upgrade-from-0000-older.db'),
        'the copy of an upgrade before',
      );
      for (let time = 0; time < 2; time += 1) await (await openStore(place)).close();

      const copies = readdirSync(place.home).filter((file) => /before-upgrade|copying/.test(file));
      if (dialect === 'postgres') return expect(copies).toEqual(['precis-before-upgrade-from-0000-older.db']);
      expect(copies).toEqual(['precis-before-upgrade-from-0001-runs-and-summaries.db']);
      const copy = join(place.home, String(copies[0]));
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      const older = { home: join(place.home, 'older'), databaseUrl: null };
      mkdirSync(older.home);
      cpSync(copy, join(older.home, 'precis.db'));
      expect(await withRawDatabase(older, readVersions)).toEqual(names.slice(0, 1));
      const store = await openStore(older);
      expect(await store.reader.getSummary(slot)).toMatchObject({ text: 'Tea is hot.', runId: succeeded.id });
      await store.close();
    });

    test('leave no copy of an empty database', async () => {
      const { place } = current();
      await (await openStore(place)).close();
      expect(readdirSync(place.home).filter((file) => /before-upgrade|copying/.test(file))).toEqual([]);
    });

    test('add Spaces to a database of the Reader, whose entries are found as before', async () => {
      const { place } = current();
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        const { error } = await migrator.migrateTo('0004-grounding');
        expect(error).toBeUndefined();
        await insertFirstVersionRows(db, { succeeded: makeRun().id, running: makeRun().id });
        await insertEntry(db, place.databaseUrl !== null);
      });

      const store = await openStore(place);
      const { items } = await store.runs.listRuns({ limit: 5 });
      expect(items.map(({ afterRunId }) => afterRunId)).toEqual([null, null]);
      const running = items.find(({ status }) => status === 'running');
      expect(running && (await store.runs.getInput(running.id))).toMatchObject({
        sourceText: 'Tea.',
        subject: null,
      });
      const found = await store.reader.listEntries({ view: 'all', query: 'harbour', limit: 5 });
      expect(found.items).toMatchObject([{ title: 'The harbour' }]);
      const { id } = await createThread(store);
      await talk(store, id, 'Peas');
      expect(await store.checkIntegrity()).toBeNull();
      await store.close();
    });

    test('leave runs from before provenance without one, and record it for those that end from then on', async () => {
      const { place } = current();
      const succeeded = makeRun();
      const running = makeRun();
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        const { error } = await migrator.migrateTo('0010-lease-holders');
        expect(error).toBeUndefined();
        await insertFirstVersionRows(db, { succeeded: succeeded.id, running: running.id });
        await sql`update runs set template_version = 'v1' where id = ${succeeded.id}`.execute(db);
        await sql`update run_inputs set system_prompt_override = 'Be brief.'`.execute(db);
      });

      const store = await openStore(place);
      expect(await store.runs.getRun(succeeded.id)).toMatchObject({
        templateVersion: 'v1',
        provenance: null,
      });
      expect(await store.runs.getPrompt(succeeded.id)).toBeNull();
      // A run that was queued by the program before keeps its override.
      expect(await store.runs.getInput(running.id)).toMatchObject({ systemPromptOverride: 'Be brief.' });
      expect(await endRun(store, makeFailure(running.id))).toBe('finished');
      expect(await store.runs.getRun(running.id)).toMatchObject({
        provenance: { systemPromptOverridden: true },
      });
      expect(await store.runs.getPrompt(running.id)).toEqual(prompt);
      expect(await store.checkIntegrity()).toBeNull();
      await store.close();
    });

    test('refuse a database of a newer program, naming both versions, and leave it alone', async () => {
      const { place } = current();
      await (await openStore(place)).close();
      await withRawDatabase(place, (db) =>
        sql`insert into kysely_migration (name, timestamp) values ('0999-from-the-future', '2099-01-01')`.execute(
          db,
        ),
      );
      const newest = names.at(-1) ?? '';
      await expect(openStore(place)).rejects.toMatchObject({
        code: 'database_newer',
        message: expect.stringMatching(new RegExp(`0999-from-the-future.*${newest}`)),
        details: { databaseVersion: '0999-from-the-future', programVersion: newest },
      });
      expect(await withRawDatabase(place, readVersions)).toEqual([...names, '0999-from-the-future']);
    });

    test('run once when several processes open an empty database at the same moment', async () => {
      const { place } = current();
      const processes = await Promise.all([1, 2, 3, 4].map(() => startStoreProcess('open', place)));
      await Promise.all(processes.map((each) => each.go()));
      expect(await withRawDatabase(place, readVersions)).toEqual(names);
    });

    test('run once when one process opens an empty database several times at once', async () => {
      const { place } = current();
      const stores = await Promise.all([1, 2, 3].map(() => openStore(place)));
      for (const store of stores) await createRun(store);
      expect((await stores[0]?.runs.listRuns({ limit: 5 }))?.items).toHaveLength(3);
      for (const store of stores) await store.close();
    });
  },
  { isMigrated: false },
);

async function readVersions(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function insertFirstVersionRows(
  db: Kysely<unknown>,
  ids: { succeeded: string; running: string },
): Promise<void> {
  await sql`insert into runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt,
      template_id, parameters_json, route_json, usage_input_tokens, usage_cached_input_tokens, usage_output_tokens,
      usage_cost_usd, usage_reported, created_at, started_at, finished_at, updated_at)
    values (${ids.succeeded}, 'summary', 'succeeded', 'entry', 'article-1', 'summary', 'manual', 1,
      'summary', '{"tone":"plain"}', '["builtin"]', 10, 0, 5, 0.5, 0, 1, 2, 3, 3)`.execute(db);
  await sql`insert into runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt,
      template_id, parameters_json, route_json, created_at, started_at, updated_at)
    values (${ids.running}, 'summary', 'running', 'entry', 'article-2', 'summary', 'auto', 1,
      'summary', '{}', '["builtin"]', 1, 2, 2)`.execute(db);
  await sql`insert into run_inputs (run_id, source_text, content_hash)
    values (${ids.running}, 'Tea.', 'hash')`.execute(db);
  await sql`insert into run_events (run_id, seq, at, body_json)
    values (${ids.succeeded}, 1, 2, '{"type":"run-start","attempt":1}')`.execute(db);
  await sql`insert into summaries (run_id, task_type, source_kind, source_id, target_language, detail_level, text,
      content_hash, created_at, updated_at)
    values (${ids.succeeded}, 'summary', 'entry', 'article-1', 'en', 'medium', 'Tea is hot.', 'hash', 3, 3)`.execute(
    db,
  );
  await sql`insert into settings (id, body_json)
    values ('settings', '{"storage":{"summaryCap":77}}')`.execute(db);
}

async function insertEntry(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await sql`insert into entries (id, guid, source_hash, title, excerpt, text_origin, content_hash, reading_minutes,
      published_at, created_at, updated_at)
    values (1, 'guid', 'hash', 'The harbour', '', 'feed', 'hash', 1, 1, 1, 1)`.execute(db);
  await sql`insert into entry_texts (entry_id, html, text) values (1, '', '')`.execute(db);
  // With the beginnings of its words, as every version has stored them.
  const terms = sql`array_to_tsvector(string_to_array('the t* th* the* harbour h* ha* har* harb*', ' '))`;
  if (isPostgres) await sql`insert into entry_search values (1, ${terms}, ${terms})`.execute(db);
  else await sql`insert into entry_search (rowid, title, body) values (1, 'the harbour', '')`.execute(db);
}
