import type { Models } from '#engine/ports.ts';
import type { AgentStore, ModelSources } from '#models/ports.ts';
import { testConnection } from '#models/providers/test-connection.ts';
import { AppError } from '#schema/app-error.ts';
import {
  type Agent,
  type AgentConfig,
  type AgentId,
  type AgentInput,
  type AgentPart,
  defaultAgentId,
} from '#schema/models/agent.ts';
import { type ConnectionTest, timeoutsSchema } from '#schema/models/model-profile.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import { agentModelId } from './agent-model-id.ts';
import { defaultAgent, findAgent } from './find-agent.ts';
import { prepareAgent } from './prepare-agent.ts';
import { presentAgent } from './present-agent.ts';
import { resolveAgentModel } from './resolve-agent-model.ts';

/** Throws AppError `not_found` for an unknown id. */
export interface Agents {
  /** The default agent first, then the others in the order they were created. */
  list(): Promise<Agent[]>;
  get(id: AgentId): Promise<Agent>;
  put(id: AgentId, input: AgentInput): Promise<Agent>;
  /** The default agent is reset instead of deleted. */
  remove(id: AgentId): Promise<void>;
  /** The agent as a file, without its stored keys; those parts are named. */
  exportConfig(id: AgentId): Promise<{ config: AgentConfig; keysLeftOut: AgentPart[] }>;
  /** Sends a real request. The result describes any failure. */
  test(id: AgentId, part: AgentPart): Promise<ConnectionTest>;
}

export interface AgentsOptions extends ModelSources {
  store: AgentStore & ModelSources['store'];
  secretKey: Uint8Array;
  /** For the round trip of a test. */
  models: Models;
  now: () => number;
}

export function createAgents(options: AgentsOptions): Agents {
  const { store, models, now } = options;

  async function find(id: AgentId): Promise<StoredAgent> {
    const agent = await findAgent(store, id);
    if (!agent) throw notFound(id);
    return agent;
  }

  return {
    async list() {
      const stored = await store.listAgents();
      const first = stored.find(({ id }) => id === defaultAgentId) ?? defaultAgent;
      const others = stored.filter(({ id }) => id !== defaultAgentId);
      return Promise.all([first, ...others].map((agent) => presentAgent(options, agent)));
    },
    get: async (id) => presentAgent(options, await find(id)),
    async put(id, input) {
      const agent = await prepareAgent(options, { id, input, existing: await findAgent(store, id) });
      await store.putAgent(agent);
      return presentAgent(options, agent);
    },
    async remove(id) {
      const removed = await store.deleteAgent(id);
      if (!removed && id !== defaultAgentId) throw notFound(id);
    },
    exportConfig: async (id) => toConfig(await find(id)),
    async test(id, part) {
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
