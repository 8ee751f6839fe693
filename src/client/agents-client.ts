import {
  type Agent,
  type AgentConfig,
  type AgentId,
  type AgentInput,
  type AgentPart,
  agentConfigSchema,
  agentListSchema,
  agentPartSchema,
  agentSchema,
} from '#schema/models/agent.ts';
import { type ConnectionTest, connectionTestSchema } from '#schema/models/model-profile.ts';
import { keysLeftOutHeader } from '#schema/wire.ts';
import { type Api, type KeyOptions, parseAnswer } from './call-api.ts';

export interface AgentExport {
  /** The content of the file. */
  config: AgentConfig;
  /** The parts whose stored key is not in the file. */
  keysLeftOut: AgentPart[];
}

export interface AgentsClient {
  /** The default agent first. */
  list(): Promise<Agent[]>;
  get(id: AgentId): Promise<Agent>;
  /** Adds or replaces. An omitted key is kept; null removes it. */
  put(id: AgentId, input: AgentInput): Promise<Agent>;
  /** The default agent is reset instead of deleted. */
  remove(id: AgentId): Promise<void>;
  exportConfig(id: AgentId): Promise<AgentExport>;
  /** Sends a real request. */
  test(id: AgentId, part: AgentPart, options?: KeyOptions): Promise<ConnectionTest>;
}

export function createAgentsClient({ send, read }: Api): AgentsClient {
  return {
    list: async () => (await read(agentListSchema, { path: '/api/agents' })).items,
    get: (id) => read(agentSchema, { path: pathOf(id) }),
    put: (id, body) => read(agentSchema, { method: 'PUT', path: pathOf(id), body }),
    remove: async (id) => void (await send({ method: 'DELETE', path: pathOf(id) })),
    async exportConfig(id) {
      const response = await send({ path: `${pathOf(id)}/export` });
      const parts = response.headers.get(keysLeftOutHeader)?.split(',') ?? [];
      const keysLeftOut = parts.flatMap((part) => agentPartSchema.safeParse(part.trim()).data ?? []);
      return { config: parseAnswer(agentConfigSchema, await response.text()), keysLeftOut };
    },
    test: (id, part, once = {}) =>
      read(connectionTestSchema, { method: 'POST', path: `${pathOf(id)}/test`, body: { part }, once }),
  };
}

function pathOf(id: AgentId): string {
  return `/api/agents/${encodeURIComponent(id)}`;
}
