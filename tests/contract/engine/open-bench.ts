import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Core, createCore } from '#app/wiring/create-core.ts';
import type { SubmitRequest } from '#engine/define-task.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import type { StorePlace } from '../each-store.ts';

/** An engine with all its real parts, and scripted model servers behind its profiles. */
export interface EngineBench {
  core: Core;
  primary: ScriptedModel;
  fallback: ScriptedModel;
  /** Makes a request that is routed to both scripted models by default. */
  request(changes?: Partial<SubmitRequest> & { text?: string }): SubmitRequest;
  setProfile(id: 'primary' | 'fallback', changes: Partial<ModelProfileInput>): Promise<void>;
  /** Returns all events until the run's end. */
  follow(runId: RunId): Promise<RunEvent[]>;
  close(): Promise<void>;
}

export const primaryId = modelProfileIdSchema.parse('primary');
export const fallbackId = modelProfileIdSchema.parse('fallback');

export const article = Array.from(
  { length: 12 },
  (_, n) =>
    `Paragraph ${n + 1} tells how the harbour bridge will be closed for two years and who has to walk.`,
).join('\n\n');

export async function openBench(place: StorePlace, env: Record<string, string> = {}): Promise<EngineBench> {
  const config = readConfig({
    PRECIS_HOME: place.home,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    ...env,
  });
  const core = await createCore(config, { mode: 'server', log: createLog({ level: 'silent' }) });
  const primary = await startScriptedModel();
  const fallback = await startScriptedModel();

  async function setProfile(id: 'primary' | 'fallback', changes: Partial<ModelProfileInput>): Promise<void> {
    const server = id === 'primary' ? primary : fallback;
    await core.profiles.put({
      ...scriptedProfile(id, server.baseUrl('openai')),
      timeouts: { firstTokenMs: 5000, idleMs: 5000, runMs: 20_000 },
      key: { kind: 'value', value: `key-of-${id}` },
      ...changes,
    });
  }
  await setProfile('primary', {});
  await setProfile('fallback', {});
  await core.engine.start({ executes: true });

  return {
    core,
    primary,
    fallback,
    setProfile,
    request: ({ text = article, ...changes } = {}) => ({
      taskType: 'summary',
      source: { kind: 'text', id: 'a-text', title: null },
      agentId: 'summary',
      trigger: 'manual',
      variant: { targetLanguage: 'en', detailLevel: 'short' },
      route: [primaryId, fallbackId],
      input: { sourceText: text, contentHash: 'hash' },
      ...changes,
    }),
    async follow(runId) {
      const events: RunEvent[] = [];
      const signal = AbortSignal.timeout(100_000);
      for await (const some of core.engine.subscribe(runId, { afterSeq: 0, signal })) events.push(...some);
      return events;
    },
    async close() {
      await core.close(0);
      await primary.close();
      await fallback.close();
    },
  };
}

/** The text that a reader sees after these events. */
export function textOf(events: RunEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'text-reset') text = '';
    if (event.type === 'text-delta') text += event.text;
  }
  return text;
}
