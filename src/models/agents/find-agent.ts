import type { AgentStore } from '#models/ports.ts';
import { type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import {
  type AgentId,
  type AgentPart,
  agentIdSchema,
  defaultAgentId,
  memoryConfigSchema,
  primaryModelName,
  type StoredAgent,
} from '#schema/models/agent.ts';

/** The default agent as it is before anyone changes it. */
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

/** Finds a stored agent. The default agent exists without being stored. */
export async function findAgent(
  store: Pick<AgentStore, 'getAgent'>,
  id: AgentId,
): Promise<StoredAgent | null> {
  const stored = await store.getAgent(id);
  if (stored) return stored;
  return id === defaultAgentId ? defaultAgent : null;
}

const pattern = /^agent:([^/]+)\/(llm|summarizer)$/;

/** The id under which a part of an agent is opened like a model profile. */
export function agentModelId(agentId: AgentId, part: AgentPart): ModelProfileId {
  return modelProfileIdSchema.parse(`agent:${agentId}/${part}`);
}

/** Returns null for the id of a profile. */
export function readAgentModelId(id: ModelProfileId): { agentId: AgentId; part: AgentPart } | null {
  const [, name, part] = pattern.exec(id) ?? [];
  const agentId = agentIdSchema.safeParse(name);
  return agentId.success ? { agentId: agentId.data, part: part as AgentPart } : null;
}

/** Whether an id is reserved. Otherwise a stored profile could take the place of an agent's model. */
export function isReservedForAgents(id: ModelProfileId): boolean {
  return id.startsWith('agent:');
}
