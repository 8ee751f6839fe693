import { expect, test } from 'vitest';
import type { RunInput } from '#schema/runs/run.ts';
import { maxSourceCharacters } from '#schema/text/entered-text.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRunning,
  createSucceeded,
  input,
  makeEvents,
  makeFailure,
  makePayload,
  makeRun,
  makeSuccess,
  makeSummary,
  prepareRun,
} from './make-run.ts';
import { makeReplyInput } from './make-thread.ts';

const harmless = [
  "Robert'); DROP TABLE runs;--",
  '"quoted" \\ back\\slash \\u0000 as six letters',
  'line\r\nbreaks\tand\u0001controls\u001b[31m',
  'e\u0301 ﷽ 👩‍👩‍👧‍👦 \u202eright to left\u202c \ufeff \uffff',
  '$1 ? :name @x $$ {{source}}',
  ' ',
];

describeEachStore('text', (current) => {
  test.each(harmless)('%j comes back as it went in', async (text) => {
    const { store } = current();
    const wanted = makeRun({
      parameters: { [text]: text },
      source: { kind: 'entry', id: text, title: text },
    });
    const hostile: RunInput = {
      sourceText: text,
      title: text,
      contentHash: text,
      systemPromptOverride: text,
      subject: { ...makeReplyInput(), instructions: text },
    };
    await store.runs.createRun(prepareRun(wanted, { input: hostile }));
    expect(await store.runs.getRun(wanted.id)).toMatchObject(wanted);
    expect(await store.runs.getInput(wanted.id)).toEqual(hostile);
    expect((await store.runs.listRuns({ sourceId: text, limit: 5 })).items).toHaveLength(1);

    const payload = makeSummary({ text, source: { kind: 'entry', id: text } });
    const run = await createSucceeded(store, { finish: { payload: { kind: 'summary', ...payload } } });
    expect(await store.reader.getSummary(payload)).toMatchObject({ ...payload, runId: run.id });
  });

  test('loses U+0000 and gets U+FFFD for half a surrogate pair, the same everywhere', async () => {
    const { store } = current();
    const hostile = 'a\u0000b\ud83c c\udf75 🍵';
    const stored = 'ab\ufffd c\ufffd 🍵';
    const wanted = makeRun({
      parameters: { tone: hostile },
      source: { kind: 'entry', id: hostile, title: hostile },
    });
    const created = await store.runs.createRun(
      prepareRun(wanted, { input: { ...input, sourceText: hostile, title: hostile } }),
    );
    const source = { kind: 'entry', id: stored, title: stored };
    expect(created).toMatchObject({ source, parameters: { tone: stored } });
    expect(await store.runs.getInput(wanted.id)).toMatchObject({ sourceText: stored, title: stored });
    expect((await store.runs.listRuns({ sourceId: hostile, limit: 5 })).items).toEqual([created]);

    const run = await createRunning(store);
    const events = makeEvents(run.id, 1, [{ type: 'text-delta', text: hostile }]);
    await store.runs.appendEvents({ runId: run.id, attempt: 1, events });
    const payload = makeSummary({ text: hostile, source: { kind: 'entry', id: hostile } });
    await endRun(store, makeSuccess(run.id, { payload: { kind: 'summary', ...payload } }));
    expect(await store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 1 })).toMatchObject([
      { text: stored },
    ]);
    expect(await store.reader.getSummary(payload)).toMatchObject({ text: stored });
    expect(await store.reader.deleteSummary(payload)).toBe(true);

    const failed = await createRunning(store);
    const { outcome, issue, ...failure } = makeFailure(failed.id);
    await endRun(store, {
      ...failure,
      outcome: { ...outcome, errorMessage: hostile },
      issue: issue && { ...issue, message: hostile, details: { words: hostile } },
    });
    expect(await store.runs.getRun(failed.id)).toMatchObject({ errorMessage: stored });
    const { items } = await store.runs.listIssues({ limit: 1 });
    expect(items).toMatchObject([{ message: stored, details: { words: stored } }]);
  });

  test('of a long book is kept whole', async () => {
    const { store } = current();
    const sourceText = '茶は飲み物です。Tea 🍵. '.repeat(750_000);
    expect(sourceText).toHaveLength(maxSourceCharacters);
    const wanted = makeRun();
    await store.runs.createRun(prepareRun(wanted, { input: { ...input, sourceText } }));
    expect((await store.runs.getInput(wanted.id))?.sourceText === sourceText).toBe(true);
    const run = await createSucceeded(store, {
      finish: { payload: makePayload({ text: sourceText }) },
    });
    expect((await store.reader.getSummaryByRun(run.id))?.text === sourceText).toBe(true);
  });
});
