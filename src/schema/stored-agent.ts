import type { z } from 'zod';
import type { AgentId, agentConfigSchema } from './agent.ts';
import type { StoredKey } from './stored-profile.ts';

type Config = z.infer<typeof agentConfigSchema>;

/** An agent as the store keeps it: one document. It never leaves the server. */
export interface StoredAgent extends Omit<Config, 'llm' | 'summarizer'> {
  id: AgentId;
  llm: Omit<Config['llm'], 'apiKey'> & { apiKey: StoredKey };
  summarizer: (Omit<NonNullable<Config['summarizer']>, 'apiKey'> & { apiKey: StoredKey }) | null;
  /** The key with this mark, given for the first origin, may go to the second: a person said so. */
  confirmed: { givenFor: string; wouldGoTo: string; keyMark: string }[];
  createdAt: number;
  updatedAt: number;
}
