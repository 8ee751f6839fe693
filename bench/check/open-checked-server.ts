import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '#client/create-client.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { SettingsPatch } from '#schema/settings.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { watchServer } from '../grounding/watch-server.ts';
import { createPerfectChecker } from './perfect-checker.ts';
import type { PlantedCase, PlantedSummary } from './planted.ts';

export type DetailLevel = 'short' | 'medium' | 'detailed';

export interface CheckedSummary {
  summary: Summary;
  written: Run;
  /** The run of the check, or null if rules decided every sentence. */
  checked: Run | null;
  /** The number of requests that the checker got. */
  calls: number;
}

/** Makes one summary at a time. */
export type Lane = (planted: PlantedSummary, detailLevel: DetailLevel) => Promise<CheckedSummary>;

const checker = 'checker';

/**
 * Opens a real server with an empty home, a scripted model that writes planted summaries, and one that checks them.
 */
export async function openCheckedServer(summaries: readonly PlantedSummary[], laneCount: number) {
  const home = mkdtempSync(join(tmpdir(), 'precis-check-'));
  const texts = new Map<string, string>();
  const calls = new Map<PlantedCase, number>();
  const check = createPerfectChecker(
    summaries.flatMap(({ cases }) => cases),
    (about) => calls.set(about, (calls.get(about) ?? 0) + 1),
  );
  const model = await startScriptedModel({
    reply: (request) =>
      request.model === checker ? check(request) : { chunks: [texts.get(request.model) ?? ''], usage: null },
  });
  const watch = watchServer();
  const { client, end } = await startServer({ home, databaseUrl: null, onSpawn: watch.begin });

  const addProfile = async (name: string): Promise<ModelProfileId> => {
    const profile = modelProfileInputSchema.parse({
      id: name,
      name,
      provider: 'openai-compatible',
      model: name,
      baseUrl: model.baseUrl('openai'),
    });
    return (await client.models.put(profile)).id;
  };
  const modelProfileId = await addProfile(checker);

  const lanes = await Promise.all(
    Array.from({ length: laneCount }, async (_, at): Promise<Lane> => {
      const name = `writer-${at}`;
      const writer = await addProfile(name);
      return async (planted, detailLevel) => {
        texts.set(name, planted.text);
        for (const one of planted.cases) calls.delete(one);
        const { id } = await client.summarize({
          text: planted.source,
          targetLanguage: planted.language,
          detailLevel,
          modelProfileId: writer,
          anyway: true,
        });
        const made = await follow(client, id);
        return { ...made, calls: planted.cases.reduce((sum, one) => sum + (calls.get(one) ?? 0), 0) };
      };
    }),
  );

  return {
    lanes,
    set: (patch: Pick<NonNullable<SettingsPatch['check']>, 'mode' | 'answers'>) =>
      client.settings.patch({ check: { ...patch, modelProfileId } }),
    async close() {
      watch.end();
      await end('SIGTERM');
      await model.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function follow(client: Client, id: RunId): Promise<Omit<CheckedSummary, 'calls'>> {
  const written = await finish(client, id);
  const { check } = await client.checks.state({ kind: 'summary', id });
  const checked = check === null ? null : await finish(client, check.id);
  const { summary } = await client.runs.get(id);
  if (!summary?.grounding) throw new Error('the run has no stored grounding');
  return { summary, written, checked };
}

async function finish(client: Client, id: RunId): Promise<Run> {
  for await (const event of client.runs.events(id)) {
    if (event.type === 'run-end' && event.status !== 'succeeded') {
      throw new Error(`the run ${event.status}: ${event.errorCode} ${event.message}`);
    }
  }
  return (await client.runs.get(id)).run;
}
