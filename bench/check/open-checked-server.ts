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
import { type MannerName, manners } from './manners.ts';
import { createChecker } from './perfect-checker.ts';
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

/** Makes one summary at a time. Null if the answer of the scripted writer was refused. */
export type Lane = (planted: PlantedSummary, detailLevel: DetailLevel) => Promise<CheckedSummary | null>;

const checker = 'checker';

/**
 * Opens a real server with an empty home, a scripted model that writes planted summaries, and one that checks them.
 */
export async function openCheckedServer(summaries: readonly PlantedSummary[], laneCount: number) {
  const home = mkdtempSync(join(tmpdir(), 'precis-check-'));
  const texts = new Map<string, string>();
  const calls = new Map<PlantedCase, number>();
  let manner: MannerName = 'right';
  const check = createChecker({
    cases: summaries.flatMap(({ cases }) => cases),
    manner: () => manners[manner],
    onCall: (about) => calls.set(about, (calls.get(about) ?? 0) + 1),
  });
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
        return made && { ...made, calls: planted.cases.reduce((sum, one) => sum + (calls.get(one) ?? 0), 0) };
      };
    }),
  );

  return {
    lanes,
    async set(name: MannerName, answers: NonNullable<SettingsPatch['check']>['answers']): Promise<void> {
      manner = name;
      await client.settings.patch({ check: { mode: 'all', answers, modelProfileId } });
    },
    async close() {
      watch.end();
      await end('SIGTERM');
      await model.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function follow(client: Client, id: RunId): Promise<Omit<CheckedSummary, 'calls'> | null> {
  const written = await finish(client, id);
  if (written.status === 'failed' && written.errorCode === 'summary_refused') return null;
  requireSuccess(written);
  const { check } = await client.checks.state({ kind: 'summary', id });
  const checked = check === null ? null : await finish(client, check.id);
  if (checked !== null) requireSuccess(checked);
  const { summary } = await client.runs.get(id);
  if (!summary?.grounding) throw new Error('the run has no stored grounding');
  return { summary, written, checked };
}

async function finish(client: Client, id: RunId): Promise<Run> {
  for await (const _ of client.runs.events(id)) {
    // Only the end of the run matters here.
  }
  return (await client.runs.get(id)).run;
}

function requireSuccess({ status, errorCode, errorMessage }: Run): void {
  if (status !== 'succeeded') throw new Error(`the run ${status}: ${errorCode} ${errorMessage}`);
}
