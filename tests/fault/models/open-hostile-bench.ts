import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { type EngineBench, openBench } from '#tests/contract/engine/open-bench.ts';
import type { Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';

export const protocols: Protocol[] = ['openai', 'anthropic', 'google', 'ollama'];

const providers: Record<Protocol, ModelProfileInput['provider']> = {
  openai: 'openai-compatible',
  anthropic: 'anthropic',
  google: 'google',
  ollama: 'ollama',
};

export interface HostileBench extends EngineBench {
  addProfile(
    protocol: Protocol,
    baseUrl: string,
    changes?: Partial<ModelProfileInput>,
  ): Promise<ModelProfileId>;
  /** Submits a run with a source of its own and waits until it ends. */
  run(route: ModelProfileId[], sourceId?: string): Promise<{ run: Run; events: RunEvent[] }>;
}

/** Opens an engine with its real parts, and with profiles for hostile servers. */
export async function openHostileBench(): Promise<HostileBench> {
  const home = mkdtempSync(join(scratchFolder(), 'precis-hostile-'));
  const bench = await openBench({ home, databaseUrl: null });
  let profiles = 0;
  return {
    ...bench,
    async addProfile(protocol, baseUrl, changes = {}) {
      profiles += 1;
      const id = `hostile-${profiles}`;
      await bench.core.profiles.put({
        ...scriptedProfile(id, baseUrl),
        provider: providers[protocol],
        key: { kind: 'value', value: 'sk-hostile-0123456789' },
        maxOutputTokens: 1000,
        ...changes,
      });
      return modelProfileIdSchema.parse(id);
    },
    async run(route, sourceId = crypto.randomUUID()) {
      const { core } = bench;
      const source = { kind: 'text' as const, id: sourceId, title: null };
      const { id } = await core.engine.submit(bench.request({ route, source }));
      const events = await bench.follow(id);
      const run = await core.store.runs.getRun(id);
      if (run === null) throw new Error('the run is gone');
      return { run, events };
    },
    async close() {
      await bench.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
