import { expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { applyOpinions, modelOf } from '#schema/runs/opinions.ts';
import { runIdOf } from '#tests/fixtures/panel-parts.ts';
import { mergeArrived } from './check-run.ts';

const rules: Grounding = {
  sentences: [
    { start: 0, end: 10, state: 'not-checked', support: [], flags: [], details: [] },
    { start: 11, end: 20, state: 'not-checked', support: [], flags: [], details: [] },
  ],
};
const model = { modelProfileId: modelProfileIdSchema.parse('local'), provider: 'ollama', model: 'qwen3-8b' };
const opinion = { state: 'supported' as const, reason: 'It says so.', passages: [], quote: '' };

test('verdicts that have arrived are shown over those of the rules, with the model that gave them', () => {
  const merged = mergeArrived(rules, {
    runId: runIdOf(1),
    at: 7,
    model,
    opinions: [{ start: 11, end: 20, opinion, wrong: null }],
  });
  expect(merged.sentences.map(({ state }) => state)).toEqual(['not-checked', 'confirmed']);
  expect(merged.check).toMatchObject({ runId: runIdOf(1), model: 'qwen3-8b', sentences: 1, costUsd: null });
});

test('while another model checks again, sentences it has not decided yet stay with the first', () => {
  const decided = (start: number, end: number) => ({ start, end, opinion, wrong: null });
  const first = mergeArrived(rules, {
    runId: runIdOf(1),
    at: 7,
    model,
    opinions: [decided(0, 10), decided(11, 20)],
  });
  const second = { ...model, model: 'gpt-5.2' };
  const merged = mergeArrived(first, {
    runId: runIdOf(2),
    at: 9,
    model: second,
    opinions: [decided(11, 20)],
  });
  const namesOf = ({ sentences, check }: Grounding) =>
    sentences.map(({ opinion: one }) => one && modelOf(one, check));
  expect(namesOf(merged)).toEqual(['qwen3-8b', 'gpt-5.2']);
  expect(merged.check).toEqual(first.check);

  const stored = { ...applyOpinions(rules, [decided(0, 10), decided(11, 20)]), check: first.check };
  expect(namesOf(mergeArrived(stored, { runId: runIdOf(2), at: 9, model: second, opinions: [] }))).toEqual([
    'qwen3-8b',
    'qwen3-8b',
  ]);
});

test('once the run has stored its verdicts, those are shown', () => {
  const stored = mergeArrived(rules, { runId: runIdOf(1), at: 7, model, opinions: [] });
  expect(mergeArrived(stored, { runId: runIdOf(1), at: 7, model, opinions: [] })).toBe(stored);
});

test('without any, the stored verdicts stay the same object', () => {
  expect(mergeArrived(rules, null)).toBe(rules);
});
