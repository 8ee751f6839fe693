import { expect } from 'vitest';
import { builtinModelProfileId, modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Load, Scene } from './scene.ts';

export const scriptedId = modelProfileIdSchema.parse('scripted');

/**
 * Makes a load of summaries of texts, by a model and by the built-in one. Some are cancelled immediately. Unanswered
 * requests are retried with the same key, on whichever server is up.
 */
export function loadRuns({ client, isBusy, model }: Scene, name: string): Load {
  const submitted = new Map<RunId, string>();
  const cancelled = new Set<RunId>();
  let number = 0;
  let isAnswered = true;

  async function submit(): Promise<RunId> {
    const mark = `Text ${name}-${number}.`;
    const modelProfileId = number % 3 === 0 ? builtinModelProfileId : scriptedId;
    const text = `${mark} ${'The harbour bridge will be closed, and people walk around it. '.repeat(12)}`;
    const run = await client().summarize(
      { text, modelProfileId },
      { idempotencyKey: mark.replace(' ', '-') },
    );
    isAnswered = true;
    submitted.set(run.id, mark);
    return run.id;
  }

  return {
    name: 'runs',
    async step() {
      if (await isBusy()) return;
      if (isAnswered) number += 1;
      isAnswered = false;
      const runId = await submit();
      if (number % 7 !== 0) return;
      cancelled.add(runId);
      await client().runs.cancel(runId);
    },
    async settle() {
      if (!isAnswered) await submit();
    },
    async check(_store, runs) {
      const texts = runs.flatMap(({ source }) => (source.kind === 'text' ? [source.id] : []));
      expect(texts.length, 'runs of texts, each sent under a key of its own').toBe(new Set(texts).size);
      const byId = new Map(runs.map((run) => [run.id, run]));
      for (const [id, mark] of submitted) {
        const run = byId.get(id);
        expect(run, `the acknowledged run of “${mark}”`).toBeDefined();
        if (run === undefined) continue;
        if (run.status === 'cancelled') expect(cancelled.has(id), `${mark} nobody cancelled it`).toBe(true);
        expectPaidOnce(run, mark);
      }
    },
    acknowledged: () => submitted.size,
  };

  /** Checks that there was at most one call per start, and none after the result was stored. */
  function expectPaidOnce(run: Run, mark: string): void {
    const calls = model.requests.filter(({ prompt }) => prompt.includes(mark));
    expect(calls.length, `calls for ${mark}`).toBeLessThanOrEqual(run.attempt);
    const late = calls.filter(({ receivedAt }) => receivedAt > (run.finishedAt ?? 0));
    expect(late, `calls for ${mark} after its end`).toEqual([]);
  }
}
