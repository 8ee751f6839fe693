import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { SettingsPatch } from '#schema/settings.ts';
import { describeEachReader } from '#tests/contract/reader/each-reader.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { decided, fixed, passageOf } from './scripted-checker.ts';

const source = [
  'The harbour bridge of Lunde will close on 3 March for repairs that cost 310 million kroner.',
  'The city council voted for the closure after engineers found rust in four of its nine pillars.',
  'Ferries will carry pedestrians across the harbour every twenty minutes until the bridge opens again.',
  'Shop owners on the east bank fear that they will lose customers during the works.',
  'The mayor, Ingrid Solberg, promised that the bridge will open again before the summer of 2031.',
].join(' ');

const copied =
  'The city council voted for the closure after engineers found rust in four of its nine pillars.';
const free = 'Owners on the east bank worry about a drop in trade.';
const falseNumber =
  'The harbour bridge of Lunde will close on 3 March for repairs that cost 987 million kroner.';
const corrected =
  'The harbour bridge of Lunde will close on 3 March for repairs that cost 310 million kroner.';

describeEachReader('a summary that a person judges', (current) => {
  let model: ScriptedModel;
  let summary: string;
  function roleOf({ system }: ScriptedRequest): 'check' | 'correct' | 'write' {
    if (system.startsWith('You check') || system.startsWith('Determine')) return 'check';
    return system.startsWith('You correct') ? 'correct' : 'write';
  }

  beforeEach(async () => {
    summary = [copied, free, falseNumber].join(' ');
    model = await startScriptedModel({
      reply: (request) => {
        const role = roleOf(request);
        if (role === 'write') return { text: summary };
        if (role === 'correct') return fixed({ number: 1, text: corrected });
        return decided(request, {
          [free]: { verdict: 'supported', passages: [passageOf(request, 'Shop owners')] },
        });
      },
    });
    const { client } = current();
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await client.models.put(profile);
    await client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
  });
  afterEach(() => model.close());

  const set = (patch: SettingsPatch['check']) => current().client.settings.patch({ check: patch });

  async function summarize(): Promise<{ id: EntryId; target: CheckTarget; run: Run }> {
    const { reader, finish } = current();
    const { id } = await reader.entries.add({ kind: 'text', title: 'The bridge', text: source });
    const run = await finish(await reader.summaries.start(id, { detailLevel: 'medium' }));
    return { id, target: { kind: 'summary', id: run.id }, run };
  }

  async function summaryOf({ id }: { id: EntryId }) {
    const [item] = (await current().reader.summaries.list(id)).items;
    if (!item) throw new Error('a summary was expected');
    return item.summary;
  }

  const statesOf = async (of: { id: EntryId }) =>
    (await summaryOf(of)).grounding?.sentences.map(({ state }) => state);

  test('keeps what a person says through a new check, a correction and its undoing, until they withdraw it', async () => {
    const made = await summarize();
    const { client, finish } = current();
    const sentenceOf = (text: string, words: string) => {
      const start = text.indexOf(words);
      return { start, end: start + words.length, text: words };
    };
    const say = async (words: string, verdict: 'right' | 'wrong' | null) =>
      client.checks.saveVerdict({
        target: made.target,
        sentence: sentenceOf((await summaryOf(made)).text, words),
        verdict,
      });
    const persons = async () =>
      (await summaryOf(made)).grounding?.sentences.map(({ person }) => person?.verdict ?? null);
    await say(copied, 'wrong');
    await say(free, 'right');
    expect(await statesOf(made)).toEqual(['wrong', 'confirmed', 'different']);
    const [first] = (await summaryOf(made)).grounding?.sentences ?? [];
    expect(first?.person).toMatchObject({ verdict: 'wrong', otherwise: 'quoted' });
    expect((await summaryOf(made)).grounding?.check).toBeUndefined();

    await finish(await client.checks.start({ target: made.target }));
    expect(await persons()).toEqual(['wrong', 'right', null]);
    expect((await summaryOf(made)).grounding?.sentences[1]).toMatchObject({
      state: 'confirmed',
      opinion: { state: 'supported', rules: 'not-checked' },
      person: { verdict: 'right', otherwise: 'confirmed' },
    });
    await say(copied, null);
    expect(await statesOf(made)).toEqual(['quoted', 'confirmed', 'different']);

    const run = await finish(await client.checks.repair({ target: made.target }));
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(await persons()).toEqual([null, 'right', null]);
    await say(free, 'wrong');
    await client.checks.undo(run.id);
    expect(await persons()).toEqual([null, 'wrong', null]);
    expect((await summaryOf(made)).grounding?.check).toMatchObject({ model: 'primary-model' });
    await expect(say('Nobody wrote this.', 'right')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      client.checks.saveVerdict({
        target: made.target,
        sentence: { start: 0, end: 5, text: summary.slice(0, 5) },
        verdict: 'right',
      }),
    ).rejects.toMatchObject({ code: 'conflict' });

    const { reader } = current();
    await finish(await reader.summaries.start(made.id, { detailLevel: 'medium' }));
    expect(await persons()).toEqual([null, null, null]);
  });

  test('is not corrected where a person says it is right, and is where they say it is wrong', async () => {
    const made = await summarize();
    const { client, finish } = current();
    const start = summary.indexOf(falseNumber);
    const sentence = { start, end: summary.length, text: falseNumber };
    await client.checks.saveVerdict({ target: made.target, sentence, verdict: 'right' });
    await expect(client.checks.repair({ target: made.target })).rejects.toMatchObject({ code: 'conflict' });
    await set({ mode: 'all', repair: true });
    await finish(await client.checks.start({ target: made.target }));
    expect((await client.runs.list({ taskType: 'repair' })).items).toEqual([]);
    await client.checks.saveVerdict({ target: made.target, sentence, verdict: 'wrong' });
    const run = await finish(await client.checks.repair({ target: made.target }));
    expect(run).toMatchObject({ status: 'succeeded' });
    expect((await summaryOf(made)).text).toContain(corrected);
  });
});
