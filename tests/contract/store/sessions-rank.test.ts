import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { MemoryKind } from '#schema/sessions/memory.ts';
import { type RecordKind, recordKinds, type SessionId } from '#schema/sessions/session.ts';
import type { RankRecords } from '#sources/session/ports.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore, type StorePlace } from '#tests/contract/each-store.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { type RankedText, rankAll } from '#tests/fixtures/rank-all.ts';
import { shareOf } from '#tests/setup/share.ts';
import { readQuestion } from '#text/questions/read-question.ts';
import { parseSearch } from '#text/search-terms.ts';
import { startTime } from './make-run.ts';
import { makeObservation, makePrompt, makeSummary } from './make-session.ts';
import { withRawDatabase } from './with-raw-database.ts';

const dayMs = 86_400_000;
const now = startTime + 100 * dayMs;
/** With more than a thousand records, terms are weighed by the newest ones only. */
const newer = Math.max(1500, shareOf(process.env.PRECIS_FAULT === 'full' ? 20_000 : 4000));

describeEachStore('ranking of session records', (current) => {
  const rank = (query: string, search: Partial<RankRecords> = {}) =>
    current().store.sessions.rankRecords({
      kinds: recordKinds,
      terms: parseSearch(query).terms,
      now,
      limit: 20,
      ...search,
    });

  test('is that of all records, after any inserts, changes and deletions', async () => {
    const { store } = current();
    for (let seed = 1; seed <= 3; seed += 1) {
      await change(store, createRandom(seed));
      const all = await readAll(store);
      const searches = [...words.slice(0, 6), 'a0 a1', 'a0 a2 a1', 'a3 a9', 'a7 a8 a5 a11', 'a'];
      for (const query of searches) {
        for (const limit of [1, 5, 50]) {
          const search = { terms: parseSearch(query).terms, now, limit };
          const { records, weights } = await rank(query, { limit });
          expect({ query, records, weights }).toEqual({ query, ...rankAll({ all, among: all }, search) });
        }
      }
      expect(await store.checkIntegrity()).toBeNull();
    }
  });

  test('keeps to kinds, projects, sessions and times', async () => {
    const { store } = current();
    await change(store, createRandom(9));
    const all = await readAll(store);
    const expectOnly = async (search: Partial<RankRecords>, isWithin: (text: Told) => boolean) => {
      for (const query of ['a0', 'a1 a0']) {
        const { records } = await rank(query, search);
        const wanted = { terms: parseSearch(query).terms, now, limit: 20 };
        expect(records).toEqual(rankAll({ all, among: all.filter(isWithin) }, wanted).records);
      }
    };
    await expectOnly({ kinds: ['summary'] }, ({ kind }) => kind === 'summary');
    await expectOnly({ kinds: ['prompt', 'summary'] }, ({ kind }) => kind !== 'observation');
    await expectOnly({ projects: ['web'] }, ({ project }) => project === 'web');
    await expectOnly(
      { projects: ['web', 'api'], kinds: ['observation'] },
      ({ project, kind }) => project !== 'docs' && kind === 'observation',
    );
    const from = startTime + 20 * dayMs;
    await expectOnly({ from, to: from + 30 * dayMs }, ({ at }) => at >= from && at <= from + 30 * dayMs);
    const [{ sessionId } = { sessionId: undefined }] = all;
    if (sessionId === undefined) throw new TypeError('there are records');
    await expectOnly({ sessionId }, (text) => text.sessionId === sessionId);
    expect((await rank('a0', { projects: [] })).records).toEqual([]);
    expect((await rank('a0', { to: -1 })).records).toEqual([]);
  });

  test('with some of the terms where none has all, and where a question asks', async () => {
    const { store } = current();
    await change(store, createRandom(4));
    const all = await readAll(store);
    for (const [query, question] of [
      ['a6 a7 nothing', undefined],
      ['a6 a7 a8', { times: [] }],
      ['a9', { times: [{ from: startTime, to: startTime + 20 * dayMs }] }],
    ] as const) {
      const wanted = { terms: parseSearch(query).terms, now, limit: 10, question };
      const { records } = await rank(query, { limit: 10, question });
      expect({ query, records }).toEqual({ query, records: rankAll({ all, among: all }, wanted).records });
    }
  });

  test('of a question finds each form of a word, and instructions that hold for it', async () => {
    const { store } = current();
    const planned = 'I planned the trips to Oslo';
    for (const text of [planned, 'The planet is far away', 'Always nothing'])
      await store.sessions.addPrompt(makePrompt({ text, contentSessionId: text }));
    await say(store, { text: 'Always answer in German' });
    await say(store, { text: 'I prefer tabs', kind: 'preference', isForAllProjects: true });
    await say(store, { text: 'Never mention it', project: 'api' });
    await say(store, { text: 'We chose Rust', kind: 'decision' });
    await say(store, { text: 'Always use npm', withdrawn: true });
    const terms = readQuestion('What did we plan for the trip?');
    if (terms === null) throw new TypeError('it is a question');
    const search = { kinds: recordKinds, terms, question: { times: [] }, now, limit: 9 };
    const expectStanding = async (within: Partial<RankRecords>, texts: string[]) => {
      const all = (await readAll(store)).map((told) => ({ ...told, isStanding: texts.includes(told.text) }));
      const { records } = await store.sessions.rankRecords({ ...search, ...within });
      const among = all.filter(({ project }) => within.projects?.includes(project) ?? true);
      expect(records).toEqual(rankAll({ all, among }, search).records);
      const found = await store.sessions.readCards(records);
      expect(found.map(({ text }) => text).toSorted()).toEqual([planned, ...texts].toSorted());
    };
    await expectStanding({}, ['Always answer in German', 'I prefer tabs', 'Never mention it']);
    await expectStanding({ projects: ['web'] }, ['Always answer in German', 'I prefer tabs']);
    await store.sessions.deleteSessions({ project: 'api' });
    await expectStanding({}, ['Always answer in German', 'I prefer tabs']);
    for (const within of [{ kinds: ['summary'] as const }, { projects: ['elsewhere'] }, { to: 0 }])
      expect((await store.sessions.rankRecords({ ...search, ...within })).records).toEqual([]);
  });

  test(`finds an old record that is all about it among ${newer} newer ones that mention it`, async () => {
    const { store, place } = current();
    const weak = `harbour ${'and other words of a long text '.repeat(20)}`;
    await store.sessions.addPrompt(
      makePrompt({ text: 'The harbour. Harbour! The harbour bridge, harbour', at: startTime }),
    );
    for (let from = 0; from < newer; from += 1000) {
      await store.sessions.importLines(
        Array.from({ length: 1000 }, (_, n) => ({
          contentHash: null,
          line: {
            type: 'prompt' as const,
            contentSessionId: `many ${from}`,
            project: 'web',
            promptNumber: n + 1,
            createdAt: startTime + dayMs + from + n,
            eventKey: randomUUID(),
            text: n % 2 === 0 ? weak : `${weak} bridge`,
          },
        })),
      );
    }
    await indexAll(store, place);
    for (const query of ['harbour', 'harb', 'harbour bridge']) {
      const { records } = await rank(query);
      expect([query, records[0]?.at]).toEqual([query, startTime]);
      expect(records).toHaveLength(20);
      expect(records[1]?.at).toBeGreaterThan(startTime + dayMs + newer - 10);
    }
    expect(await store.checkIntegrity()).toBeNull();
  }, 240_000);

  test('finds what was written a moment ago, in this process and in another', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let n = 0; n < 40; n += 1) {
      const [writer, reader] = n % 2 === 0 ? [store, other] : [other, store];
      const { prompt } = await writer.sessions.addPrompt(makePrompt({ text: `unique${n}` }));
      const terms = [{ text: `unique${n}`, prefix: false }];
      const { records } = await reader.sessions.rankRecords({ kinds: recordKinds, terms, now, limit: 5 });
      expect(records).toMatchObject([{ kind: 'prompt', id: prompt.id }]);
    }
  });

  describe('the queue', () => {
    test('is emptied without a search, and what is left of it by the next who opens the database', async () => {
      const { store, place, openAnother } = current();
      await store.sessions.addPrompt(makePrompt({ text: 'peas' }));
      await expect.poll(() => countWaiting(place)).toBe(0);
      await withRawDatabase(place, (db) =>
        sql`insert into record_queue (kind, id) values (1, 1)`.execute(db),
      );
      await openAnother();
      await expect.poll(() => countWaiting(place)).toBe(0);
    });

    test('does not bring back what was deleted', async () => {
      const { store, place } = current();
      const added = await Promise.all(
        Array.from({ length: 30 }, (_, n) => store.sessions.addPrompt(makePrompt({ text: `peas ${n}` }))),
      );
      await Promise.all([
        rank('peas'),
        ...added.slice(0, 15).map(({ prompt }) => store.sessions.deleteRecord('prompt', prompt.id)),
      ]);
      expect((await rank('peas', { limit: 50 })).records).toHaveLength(15);
      await store.sessions.deleteSessions({ project: 'web' });
      expect((await rank('peas')).records).toEqual([]);
      expect(await countWaiting(place)).toBe(0);
      expect(await store.checkIntegrity()).toBeNull();
    });

    test('is part of what an integrity check knows', async () => {
      const { store, place } = current();
      await store.sessions.addPrompt(makePrompt({ text: 'peas' }));
      await rank('peas');
      await withRawDatabase(place, (db) => sql`update prompts set text = 'beans'`.execute(db));
      expect(await store.checkIntegrity()).toContain('other terms for prompt');
      await withRawDatabase(place, (db) =>
        sql`insert into record_queue (kind, id) values (1, 1)`.execute(db),
      );
      expect((await rank('beans')).records).toHaveLength(1);
      expect(await store.checkIntegrity()).toBeNull();
      await withRawDatabase(place, (db) => sql`delete from record_search`.execute(db));
      expect(await store.checkIntegrity()).toContain('0 are in the search index');
    });
  });
});

interface Said {
  text: string;
  kind?: MemoryKind;
  project?: string;
  isForAllProjects?: boolean;
  withdrawn?: boolean;
}

/** Stores a prompt with a statement that is kept. */
async function say(store: Store, said: Said): Promise<void> {
  const { text, kind = 'instruction', project = 'web', isForAllProjects = false, withdrawn = false } = said;
  const prompt = makePrompt({ text, contentSessionId: text, project });
  await store.sessions.addPrompt(prompt);
  const { contentSessionId, eventKey, at } = prompt;
  const memory = { kind, text, textHash: text, anchors: [], isForAllProjects, asks: null };
  const of = { contentSessionId, eventKey, at, withdrawals: [] };
  await store.memories.addRecognized([{ ...of, memories: [memory] }]);
  const page = { offset: 0, limit: 1 };
  const [wish] = await store.memories.listMemories({ state: 'proposed', ...page });
  if (wish !== undefined) await store.memories.decideMemory(wish.id, 'confirm', at);
  const [{ id } = { id: null }] = await store.memories.listMemories({ state: 'current', ...page });
  if (withdrawn && id !== null) await store.memories.removeMemory(id, at);
}

/** The words go from one that most records have to one that few have. */
const words = Array.from({ length: 14 }, (_, n) => `a${n}`);

interface Told extends RankedText {
  project: string;
  sessionId: SessionId;
}

/** Makes 120 changes: mostly new records of all kinds, some deletions, and projects that come later. */
async function change(store: Store, random: () => number): Promise<void> {
  const pick = (count: number) => Math.floor(random() * count);
  const text = () => {
    const length = 1 + pick(5) ** 3;
    return Array.from({ length }, () => words[Math.floor(words.length ** random()) - 1]).join(' ');
  };
  for (let n = 0; n < 120; n += 1) {
    const contentSessionId = `s${pick(8)}`;
    const at = startTime + pick(90) * dayMs;
    const what = pick(20);
    if (what < 7) {
      const project = ['web', 'api', 'docs', ''][pick(4)] ?? '';
      await store.sessions.addPrompt(makePrompt({ contentSessionId, project, text: text(), at }));
    } else if (what < 12) {
      const observed = { toolName: 'a1', toolInput: text(), toolResponse: text() };
      await store.sessions.addObservation(makeObservation({ contentSessionId, ...observed, at }));
    } else if (what < 18) {
      const summary = makeSummary({ request: text(), learned: text() }, { contentSessionId, at });
      await store.sessions.addSummary({ ...summary, contentHash: randomUUID() });
    } else {
      const kind = recordKinds[pick(3)] ?? 'prompt';
      const listed = await store.sessions.listRecords(kind, { order: 'oldest', offset: pick(9), limit: 1 });
      for (const { id } of listed) await store.sessions.deleteRecord(kind, id);
    }
    // Some records are indexed between the changes.
    if (what === 0)
      await store.sessions.rankRecords({ kinds: recordKinds, terms: parseSearch('a0').terms, now, limit: 1 });
  }
}

async function readAll(store: Store): Promise<Told[]> {
  const all: Told[] = [];
  for (const kind of recordKinds) all.push(...(await readKind(store, kind)));
  return all;
}

async function readKind(store: Store, kind: RecordKind): Promise<Told[]> {
  const cards = await store.sessions.listCards(kind, { order: 'newest', offset: 0, limit: 10_000 });
  return cards.map(({ id, createdAt, title, text, project, sessionId, promptNumber }) => ({
    kind,
    id,
    at: createdAt,
    title,
    text,
    project,
    sessionId,
    promptNumber,
  }));
}

/** Searches until nothing waits, because each search indexes some of the waiting records. */
async function indexAll(store: Store, place: StorePlace): Promise<void> {
  while ((await countWaiting(place)) > 0)
    await store.sessions.rankRecords({ kinds: recordKinds, terms: parseSearch('x').terms, now, limit: 1 });
}

function countWaiting(place: StorePlace): Promise<number> {
  return withRawDatabase(place, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from record_queue`.execute(db);
    return Number(rows[0]?.count);
  });
}
