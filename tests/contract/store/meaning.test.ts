import { expect, test } from 'vitest';
import { type RecordKind, recordKinds } from '#schema/sessions/session.ts';
import type { RecordName, Vector } from '#sources/session/meaning/ports.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { createRunning, makeSuccess, startTime } from './make-run.ts';
import { makeObservation, makePrompt, makeSummary } from './make-session.ts';

const model = 'model-1';
const top = Number.MAX_SAFE_INTEGER;

/** Makes a vector whose direction lies between two axes. */
function vectorAt(degrees: number): Vector {
  const angle = (degrees / 180) * Math.PI;
  return Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0);
}

/** Stores vectors as the end of a run does. */
async function save(
  store: Store,
  of: readonly (RecordName & { degrees?: number; text?: string })[],
  key = model,
) {
  const texts = await store.meaning.readTexts(of);
  const vectors = texts.map((record, at) => {
    const { degrees, text = record.text } = of[at] ?? {};
    return { ...record, text, vector: degrees === undefined ? null : vectorAt(degrees) };
  });
  const run = await createRunning(store, { taskType: 'embedding', variant: {}, targetLanguage: null });
  const { payload: _, summaryCap: __, ...ending } = makeSuccess(run.id);
  return store.runs.finishRun({
    ...ending,
    slot: null,
    saveFailed: null,
    save: (tx) => store.meaning.saveVectors(tx, { model: key, vectors }),
  });
}

async function addPrompts(store: Store, count: number, changes: object = {}): Promise<RecordName[]> {
  const names: RecordName[] = [];
  for (let n = 0; n < count; n += 1) {
    const { prompt } = await store.sessions.addPrompt(
      makePrompt({ text: `Prompt ${n}`, at: startTime + n, ...changes }),
    );
    names.push({ kind: 'prompt', id: prompt.id });
  }
  return names;
}

const unread = async (store: Store, kind: RecordKind = 'prompt', key = model) =>
  (await store.meaning.listUnread({ kind, model: key, below: top, limit: 100 })).unread;

describeEachStore('vectors of records', (current) => {
  test('are missing until they are stored, window by window, the newest first', async () => {
    const { store } = current();
    const [first, second, third] = (await addPrompts(store, 3)) as [RecordName, RecordName, RecordName];
    const window = (below: number) => store.meaning.listUnread({ kind: 'prompt', model, below, limit: 2 });
    expect(await window(top)).toEqual({ unread: [third, second], next: second.id });
    expect(await window(second.id)).toEqual({ unread: [first], next: null });
    expect(await save(store, [{ ...second, degrees: 10 }, third])).toBe('finished');
    expect(await unread(store)).toEqual([first]);
    expect(await store.meaning.countRead(model)).toBe(2);
    expect(await store.meaning.measure(model)).toBe(4);
    // For another model, no record is read yet.
    expect(await unread(store, 'prompt', 'model-2')).toHaveLength(3);
    expect(await store.meaning.measure('model-2')).toBeNull();
  });

  test('have the texts of all kinds, cut, and none of private prompts and excluded projects', async () => {
    const { store } = current();
    const [own] = (await addPrompts(store, 1)) as [RecordName];
    const { prompt } = await store.sessions.addPrompt(makePrompt({ text: null }));
    const long = makeObservation({ toolName: 'read', toolInput: 'x'.repeat(9000), toolResponse: 'end' });
    const seen = await store.sessions.addObservation({ ...long, contentSessionId: 'oc_2' });
    const made = await store.sessions.addSummary(makeSummary({}, { contentSessionId: 'oc_2' }));
    const [other] = (await addPrompts(store, 1, { contentSessionId: 'oc_3', project: 'api' })) as [
      RecordName,
    ];
    if (seen.kind !== 'stored' || made.kind !== 'stored') throw new TypeError('nothing was stored');
    await store.projects.excludeProject('api', startTime);
    const texts = await store.meaning.readTexts([
      own,
      { kind: 'prompt', id: prompt.id },
      { kind: 'observation', id: seen.observation.id },
      { kind: 'summary', id: made.summary.id },
      other,
      { kind: 'prompt', id: 9999 },
    ]);
    expect(texts.map(({ text }) => text.slice(0, 20))).toEqual([
      'Prompt 0',
      '',
      `read\n${'x'.repeat(15)}`,
      'Find out why the log',
      '',
    ]);
    expect(Math.max(...texts.map(({ text }) => text.length))).toBe(4000);
  });

  test('go with their record, their session and their project, and are not stored for what is gone', async () => {
    const { store } = current();
    const [first, second] = (await addPrompts(store, 2)) as [RecordName, RecordName];
    const [other] = (await addPrompts(store, 1, { contentSessionId: 'oc_2', project: 'api' })) as [
      RecordName,
    ];
    await save(
      store,
      [first, second, other].map((one) => ({ ...one, degrees: 5 })),
    );
    expect(await store.meaning.countRead(model)).toBe(3);
    await store.sessions.deleteRecord('prompt', first.id);
    expect(await store.meaning.countRead(model)).toBe(2);
    await store.sessions.deleteSessions({ project: 'web' });
    expect(await store.meaning.countRead(model)).toBe(1);
    await store.projects.excludeProject('api', startTime);
    expect(await store.meaning.countRead(model)).toBe(0);
    await save(store, [{ ...other, degrees: 5 }, first]);
    expect(await store.meaning.countRead(model)).toBe(1);
    await store.projects.includeProject('api');
    expect(await unread(store)).toEqual([other]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('of a text that changed meanwhile are not stored', async () => {
    const { store } = current();
    const [first, second] = (await addPrompts(store, 2)) as [RecordName, RecordName];
    await save(store, [
      { ...first, degrees: 5, text: 'What it said before' },
      { ...second, degrees: 5 },
    ]);
    expect(await unread(store)).toEqual([first]);
  });

  test('of other models are replaced, or deleted in parts', async () => {
    const { store } = current();
    const names = await addPrompts(store, 5);
    await save(
      store,
      names.map((one) => ({ ...one, degrees: 5 })),
    );
    await save(store, [{ ...(names[0] as RecordName), degrees: 7 }], 'model-2');
    expect(await store.meaning.countRead('model-2')).toBe(1);
    expect(await store.meaning.forgetOthers('model-2', 3)).toBe(3);
    expect(await store.meaning.forgetOthers('model-2', 3)).toBe(1);
    expect(await store.meaning.forgetOthers('model-2', 3)).toBe(0);
    expect(await store.meaning.countRead('model-2')).toBe(1);
    expect(await store.meaning.forgetOthers(null, 3)).toBe(1);
    expect(await store.meaning.countRead('model-2')).toBe(0);
  });

  test('are compared exactly, nearest first, within kinds, projects and times', async ({ skip }) => {
    const { store } = current();
    if (!(await store.meaning.canCompare())) skip('this PostgreSQL has no pgvector');
    const web = await addPrompts(store, 3);
    const [api] = (await addPrompts(store, 1, { contentSessionId: 'oc_2', project: 'api' })) as [RecordName];
    const seen = await store.sessions.addObservation(makeObservation({ contentSessionId: 'oc_2' }));
    if (seen.kind !== 'stored') throw new TypeError('nothing was stored');
    const observed: RecordName = { kind: 'observation', id: seen.observation.id };
    const degrees = [80, 10, 40];
    await save(store, [
      ...web.map((one, at) => ({ ...one, degrees: degrees[at] ?? 0 })),
      { ...api, degrees: 0 },
      { ...observed, degrees: 20 },
    ]);
    const find = async (filter: object = {}) => {
      const search = { kinds: recordKinds, model, vector: vectorAt(0), limit: 10, ...filter };
      return (await store.meaning.findNearest(search)).map(({ kind, id }) => ({ kind, id }));
    };
    expect(await find()).toEqual([api, web[1], observed, web[2], web[0]]);
    expect(await find({ limit: 2 })).toEqual([api, web[1]]);
    expect(await find({ kinds: ['prompt'], projects: ['web'] })).toEqual([web[1], web[2], web[0]]);
    expect(await find({ projects: ['web', 'api'], from: startTime + 1 })).toEqual([web[1], web[2]]);
    expect(await find({ kinds: ['prompt'], to: startTime, projects: ['web'] })).toEqual([web[0]]);
    expect(await find({ projects: [] })).toEqual([]);
    expect(await find({ model: 'model-2' })).toEqual([]);
    // Vectors of different lengths cannot be compared.
    expect(await find({ vector: Float32Array.of(1, 0) })).toEqual([]);
  });
});
