import type { AgentStore } from '#models/ports.ts';
import { type AgentId, defaultAgentId, memoryConfigSchema, primaryModelName } from '#schema/models/agent.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';

/** The default agent until it is changed. */
export const defaultAgent: StoredAgent = {
  id: defaultAgentId,
  name: 'Assistant',
  llm: { model: primaryModelName, apiKey: { kind: 'none' } },
  memory: memoryConfigSchema.parse({}),
  summarizer: null,
  confirmed: [],
  createdAt: 0,
  updatedAt: 0,
};

/** The stored agent; the default agent exists without being stored. */
export async function findAgent(
  store: Pick<AgentStore, 'getAgent'>,
  id: AgentId,
): Promise<StoredAgent | null> {
  const stored = await store.getAgent(id);
  if (stored) return stored;
  return id === defaultAgentId ? defaultAgent : null;
}
