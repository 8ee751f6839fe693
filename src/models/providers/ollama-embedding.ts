import { type EmbeddingModelV4, InvalidResponseDataError } from '@ai-sdk/provider';
import { z } from 'zod';
import { readTokenCount } from '#schema/runs/token-count.ts';
import { type OllamaSettings, postToOllama } from './ollama-model.ts';
import { parseAnswer } from './usage/parse-answer.ts';

const answerSchema = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.unknown().optional(),
});

/** Ollama's own API, at the address that profiles of Ollama have. It cuts texts that are longer than the model reads. */
export function createOllamaEmbedding(settings: Omit<OllamaSettings, 'contextTokens'>): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: settings.model,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    doEmbed: async ({ values, abortSignal }) => {
      const body = { model: settings.model, input: values };
      const response = await postToOllama(settings, '/api/embed', { body, signal: abortSignal });
      const data = parseAnswer(await response.text());
      const answer = answerSchema.safeParse(data);
      if (!answer.success)
        throw new InvalidResponseDataError({ data: data ?? null, message: 'Ollama sent no list of vectors' });
      const { embeddings, prompt_eval_count } = answer.data;
      const tokens = readTokenCount(prompt_eval_count);
      return { embeddings, ...(tokens === null ? {} : { usage: { tokens } }), warnings: [] };
    },
  };
}
