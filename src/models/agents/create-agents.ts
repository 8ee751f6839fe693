import type { Models } from '#engine/ports.ts';
import type { AgentStore, ModelSources } from '#models/ports.ts';
import { testConnection } from '#models/providers/test-connection.ts';
import { AppError } from '#schema/app-error.ts';
import {
  type AgentConfig,
  type AgentId,
  type AgentInput,
  type AgentPart,
  defaultAgentId,
} from '#schema/models/agent.ts';
import { timeoutsSchema } from '#schema/models/model-profile.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import { agentModelId } from './agent-model-id.ts';
import { defaultAgent, findAgent } from './find-agent.ts';
import { prepareAgent } from './prepare-agent.ts';
import { presentAgent } from './present-agent.ts';
import { resolveAgentModel } from './resolve-agent-model.ts';

export type Agents = ReturnType<typeof createAgents>;

export interface AgentsOptions extends ModelSources {
  store: AgentStore & ModelSources['store'];
  secretKey: Uint8Array;
  /** For the round trip of a test. */
  models: Models;
  now: () => number;
}

/** Throws AppError `not_found` for an unknown id. */
export function createAgents(options: AgentsOptions) {
  const { store, models, now } = options;

  async function find(id: AgentId): Promise<StoredAgent> {
    const agent = await findAgent(store, id);
    if (!agent) throw notFound(id);
    return agent;
  }

  return {
    /** The default agent first, then the others in the order they were created. */
    async list() {
      const stored = await store.listAgents();
      const first = stored.find(({ id }) => id === defaultAgentId) ?? defaultAgent;
      const others = stored.filter(({ id }) => id !== defaultAgentId);
      return Promise.all([first, ...others].map((agent) => presentAgent(options, agent)));
    },
    get: async (id: AgentId) => presentAgent(options, await find(id)),
    async put(id: AgentId, input: AgentInput) {
      const agent = await prepareAgent(options, { id, input, existing: await findAgent(store, id) });
      await store.putAgent(agent);
      return presentAgent(options, agent);
    },
    /** The default agent is reset instead of deleted. */
    async remove(id: AgentId) {
      const removed = await store.deleteAgent(id);
      if (!removed && id !== defaultAgentId) throw notFound(id);
    },
    /** The agent as a file, without its stored keys; those parts are named. */
    exportConfig: async (id: AgentId) => toConfig(await find(id)),
    /** Sends a real request. The result describes any failure. */
    async test(id: AgentId, part: AgentPart) {
      const { model, found } = await resolveAgentModel(options, await find(id), part);
      const timeouts = found instanceof AppError ? timeoutsSchema.parse({}) : found.profile.timeouts;
      const profile = { id: agentModelId(id, part), model: model.value, timeouts };
      return testConnection({ profile, models, now });
    },
  };
}

function toConfig(agent: StoredAgent): { config: AgentConfig; keysLeftOut: AgentPart[] } {
  const { name, description, systemPrompt, memory, autonomy, llm, summarizer } = agent;
  const keysLeftOut: AgentPart[] = [];
  if (llm.apiKey.kind === 'stored') keysLeftOut.push('llm');
  if (summarizer?.apiKey.kind === 'stored') keysLeftOut.push('summarizer');
  const config: AgentConfig = {
    name,
    ...(description !== undefined && { description }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    llm: withoutSecret(llm),
    memory,
    ...(summarizer && { summarizer: withoutSecret(summarizer) }),
    ...(autonomy && { autonomy }),
  };
  return { config, keysLeftOut };
}

/** The name of an environment variable is not a secret. */
function withoutSecret<T extends { apiKey: StoredAgent['llm']['apiKey'] }>({ apiKey, ...fields }: T) {
  return apiKey.kind === 'env' ? { ...fields, apiKey: `env:${apiKey.name}` } : fields;
}

function notFound(id: AgentId): AppError {
  return new AppError('not_found', `Agent "${id}" not found.`);
}
