import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachPlace, type StorePlace } from '../each-store.ts';
import { withRawDatabase } from '../store/with-raw-database.ts';
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

const secret = 'hunter2xyzzy';
const visible = 'harbourbridge';
const contentSessionId = 'oc_private';
const hidden = [
  `${visible} <private>${secret}</private>`,
  `${visible} <PRIVATE reason="none">${secret}</Private>`,
  `${visible} <private>a<private>b</private>${secret}</private>`,
  `${visible} <private>${secret}`,
];

describeEachPlace('private text', (current) => {
  let bench: SessionsBench;
  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
  });
  afterEach(() => bench.close());

  test('is nowhere in the database, its log of writes, the queue or the logs after everything was used', async () => {
    const { place } = current();
    const since = place.databaseUrl === null ? '' : await readWalPlace(place);
    await bench.useModel();
    for (const text of hidden) await turn(text);
    // The next turn is entirely private.
    await init(`<private>${secret}</private>`);
    await ingest(secret);
    await observe(secret);
    await bench.post('/api/sessions/summarize', { contentSessionId, last_assistant_message: secret });
    await bench.post('/api/sessions/summarize', { contentSessionId: 'none' });
    await use();
    await bench.settledRuns();

    const places = await readPlaces(bench, place, since);
    expect(Object.keys(places).length).toBeGreaterThan(3);
    for (const [name, text] of Object.entries(places)) {
      expect([name, text.includes(secret)]).toEqual([name, false]);
    }
    // The visible text is found where it must be, so this test reads the right places.
    const seen = Object.entries(places).filter(([, text]) => text.includes(visible));
    const names = seen.map(([name]) => name);
    const expected =
      place.databaseUrl === null ? ['precis.db-wal', 'requests of the model'] : ['prompts', 'WAL'];
    expect(names).toEqual(expect.arrayContaining(expected));
  });

  const init = (prompt: string, more: object = {}) =>
    bench.post('/api/sessions/init', { contentSessionId, project: 'web', prompt, ...more });
  const observe = (text: string) =>
    bench.post('/api/sessions/observations', {
      contentSessionId,
      tool_name: 'bash',
      tool_input: { command: text, deep: [{ lines: [text, secretLine(text)] }] },
      tool_response: text,
      cwd: text,
    });
  const ingest = (text: string) =>
    bench.post('/api/sessions/summarize/ingest', {
      contentSessionId,
      summary: {
        request: text,
        investigated: text,
        learned: text,
        completed: text,
        next_steps: text,
        notes: text,
      },
    });

  async function turn(text: string): Promise<void> {
    await init(text, { project: `web <private>${secret}</private>` });
    await observe(text);
    await ingest(text);
    const fields = { request: text, investigated: '', learned: '', completed: '', next_steps: '' };
    bench.model.script({ text: JSON.stringify(fields) });
    await bench.post('/api/sessions/summarize', { contentSessionId, last_assistant_message: text });
    await bench.settledRuns();
    // A failing model leaves an issue.
    bench.model.script({ fault: { kind: 'status', status: 400, message: 'no' } });
    await bench.post('/api/sessions/summarize', {
      contentSessionId,
      last_assistant_message: `${text} Again`,
    });
    await bench.settledRuns();
  }

  async function use(): Promise<void> {
    const { sessions } = bench.client;
    const { items } = await sessions.search({ query: visible });
    expect(items.length).toBeGreaterThan(0);
    await sessions.context({});
    await sessions.timeline({ query: visible });
    const exported = await (await sessions.exportLines({})).text();
    const line = {
      type: 'prompt',
      contentSessionId: 'imported',
      project: '',
      promptNumber: 1,
      text: `<private>${secret}</private>`,
      createdAt: 1,
      eventKey: 'k',
    };
    await sessions.importLines(`${exported}\n${JSON.stringify(line)}\n`);
    await bench.post('/api/sessions/complete', { contentSessionId });
  }
});

/** A private tag that is opened in one string of a value also hides the strings after it. */
function secretLine(text: string): string {
  return text.endsWith(secret) ? secret : visible;
}

async function readPlaces(
  bench: SessionsBench,
  place: StorePlace,
  since: string,
): Promise<Record<string, string>> {
  const places: Record<string, string> = {
    log: bench.lines.join(''),
    'requests of the model': JSON.stringify(bench.model.requests),
  };
  for (const name of readdirSync(place.home, { recursive: true, encoding: 'utf8' })) {
    const path = join(place.home, name);
    places[name] = await readFileAsText(path);
  }
  return place.databaseUrl === null ? places : { ...places, ...(await readServer(place, since)) };
}

async function readFileAsText(path: string): Promise<string> {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // A directory has no text of its own.
    return '';
  }
}

/** Reads every row of every table of every schema, including the queue's, and everything written to the WAL. */
function readServer(place: StorePlace, since: string): Promise<Record<string, string>> {
  return withRawDatabase(place, async (db) => {
    const places: Record<string, string> = {};
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    `.execute(db);
    expect(tables.some(({ schema }) => schema === 'precis_queue')).toBe(true);
    for (const { schema, name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(`${schema}.${name}`)} as t
      `.execute(db);
      places[schema === 'public' ? name : `${schema}.${name}`] = rows.map(({ row }) => row).join('\n');
    }
    const { rows: segments } = await sql<{ bytes: Buffer | null }>`
      select pg_read_binary_file('pg_wal/' || name, 0, 16777216, true) as bytes from pg_ls_waldir()
      where name >= pg_walfile_name(${since}::pg_lsn) and name <= pg_walfile_name(pg_current_wal_lsn())
    `.execute(db);
    places.WAL = segments.map(({ bytes }) => bytes?.toString('latin1') ?? '').join('');
    return places;
  });
}

function readWalPlace(place: StorePlace): Promise<string> {
  return withRawDatabase(place, async (db) => {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(db);
    return rows[0]?.lsn ?? '';
  });
}
