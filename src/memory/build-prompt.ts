import type { MemoryMessage } from './thread-state.ts';

export interface MemoryPrompt {
  system: string;
  history: readonly MemoryMessage[];
  prompt: string;
}

/** Instructions, summary, live window, new prompt: what changes least comes first. */
export function buildPrompt({
  instructions,
  summary,
  live,
  prompt,
}: {
  instructions: string;
  summary: string | null;
  live: readonly MemoryMessage[];
  prompt: string;
}): MemoryPrompt {
  const parts = [instructions.trim(), summary === null ? '' : `## Summary so far\n\n${summary}`];
  return { system: parts.filter((part) => part !== '').join('\n\n'), history: live, prompt };
}
