import type { Client } from '#client/create-client.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/model-profile.ts';

/** Uses a scripted model server from now on. */
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
  await client.settings.patch({ summaryAgent: { primaryModelProfileId: builtinModelProfileId } });
}
