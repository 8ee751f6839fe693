import type { Client } from '#client/create-client.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';

/** Makes a scripted model server answer from now on. */
export async function useScriptedModel(
  client: Client,
  baseUrl: string,
  { name = 'Scripted', model = 'scripted-1' }: { name?: string; model?: string } = {},
): Promise<void> {
  const { id } = await client.models.put(
    modelProfileInputSchema.parse({
      id: 'scripted',
      name,
      provider: 'openai-compatible',
      model,
      baseUrl,
      prices: { inputPerMillionUsd: 1, cachedInputPerMillionUsd: 0.1, outputPerMillionUsd: 4 },
    }),
  );
  await client.settings.patch({ summaryAgent: { primaryModelProfileId: id } });
}

export async function useOfflineModel(client: Client): Promise<void> {
  const summaryAgent = { primaryModelProfileId: builtinModelProfileId, fallbackModelProfileId: null };
  await client.settings.patch({ summaryAgent });
}

/** Cancels all runs. A failed test may leave some, which the next test would find in progress. */
export async function cancelRuns(client: Client): Promise<void> {
  const { items } = await client.runs.list({ status: 'running' });
  for (const { id } of items) await client.runs.cancel(id);
}
