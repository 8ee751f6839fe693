import type { LanguageModelMiddleware } from 'ai';
import { presentSummary } from '#adapters/library/fold-window.ts';
import type { PromptMessage, ThreadMemory } from './thread-memory.ts';

/** Middleware for `wrapLanguageModel`: the model receives the summary and the window instead of the whole history. */
export function memoryMiddleware(memory: ThreadMemory): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    async transformParams({ params }) {
      const first = params.prompt.findIndex(({ role }) => role !== 'system');
      const at = first < 0 ? params.prompt.length : first;
      const { summary, live } = await memory.compact(params.prompt.slice(at));
      return { ...params, prompt: [...withSummary(params.prompt.slice(0, at), summary), ...live] };
    },
  };
}

/** Appends the summary to the last system message, because some providers do not accept another one. */
function withSummary(system: PromptMessage[], summary: string | null): PromptMessage[] {
  if (summary === null) return system;
  const text = presentSummary(summary);
  const last = system.at(-1);
  if (last?.role !== 'system') return [{ role: 'system', content: text }];
  return [...system.slice(0, -1), { ...last, content: `${last.content}\n\n${text}` }];
}
