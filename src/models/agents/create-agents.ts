import type { Models } from '#engine/ports.ts';
import { isSendable, isWaiting, type KeyUse, toKeyState } from '#models/keys/stored-key.ts';
import type { AgentStore, Environment, ModelSources } from '#models/ports.ts';
import { testConnection } from '#models/providers/test-connection.ts';
import { AppError } from '#schema/app-error.ts';
import {
  type Agent,
  type AgentConfig,
  type AgentId,
  type AgentInput,
  type AgentPart,
  type AgentWarning,
  defaultAgentId,
  type StoredAgent,
} from '#schema/models/agent.ts';
import { type StoredKey, timeoutsSchema } from '#schema/models/model-profile.ts';
import { agentModelId, defaultAgent, findAgent } from './find-agent.ts';
import { prepareAgent } from './prepare-agent.ts';
import { type AgentModel, resolveAgentModel, summarizerNumberOf } from './resolve-agent-model.ts';

export type Agents = ReturnType<typeof createAgents>;

export interface AgentsOptions extends ModelSources {
  store: AgentStore & ModelSources['store'];
  secretKey: Uint8Array;
  /** The models that a test of an agent calls. */
  models: Models;
  now: () => number;
}

/** Its functions throw AppError `not_found` for an unknown id. */
export function createAgents(options: AgentsOptions) {
  const { store, models, now } = options;

  async function find(id: AgentId): Promise<StoredAgent> {
    const agent = await findAgent(store, id);
    if (!agent) throw notFound(id);
    return agent;
  }

  async function requireReplacement(id: AgentId, replacement: AgentId): Promise<void> {
    if (id === defaultAgentId && replacement === id) return;
    if (replacement === id) throw new AppError('invalid_input', 'replacement: choose a different agent.');
    if (await findAgent(store, replacement)) return;
    throw new AppError('invalid_input', `replacement: agent "${replacement}" not found.`);
  }

  return {
    /** Lists the default agent first, then the others in the order of their creation. */
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
    /**
     * Deletes an agent. One in use needs a replacement, because its threads must not go to another provider unless
     * someone chose that. Without a replacement, AppError `in_use` says where it is used. The default agent is reset
     * instead of deleted. It can be its own replacement, and needs none if a reset sends texts to no new origin.
     */
    async remove(id: AgentId, replacement: AgentId | null = null) {
      const agent = await find(id);
      if (replacement !== null) await requireReplacement(id, replacement);
      const isReset = id === defaultAgentId;
      const newOrigins = isReset ? await findNewOrigins(options, { from: agent, to: defaultAgent }) : null;
      const successor = newOrigins?.length === 0 ? (replacement ?? id) : replacement;
      const result = await store.deleteAgent({ id, replacement: successor, at: now() });
      if (result === 'missing' && !isReset) throw notFound(id);
      if (typeof result === 'object') throw inUse(agent.name, { spaces: result.usedBy, newOrigins });
    },
    /** Returns the agent as a file without its stored keys, and the parts whose keys were left out. */
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

/** Finds the origins to which the agent's texts are sent only after a change. */
async function findNewOrigins(
  sources: ModelSources,
  { from, to }: Record<'from' | 'to', StoredAgent>,
): Promise<string[]> {
  const [before, after] = await Promise.all([from, to].map((agent) => findOrigins(sources, agent)));
  return [...(after ?? [])].filter((origin) => !before?.has(origin));
}

async function findOrigins(sources: ModelSources, agent: StoredAgent): Promise<Set<string>> {
  const parts = await Promise.all(
    (['llm', 'summarizer'] as const).map((part) => resolveAgentModel(sources, agent, part)),
  );
  return new Set(
    parts.flatMap(({ found }) => (found instanceof AppError ? [] : (found.keyUse?.origin ?? []))),
  );
}

/** The number of Spaces that a message names. A longer list would not be read. */
const namedSpaces = 5;

function inUse(
  name: string,
  { spaces, newOrigins }: { spaces: string[]; newOrigins: string[] | null },
): AppError {
  const named = spaces.slice(0, namedSpaces).map((space) => `“${space}”`);
  const more = spaces.length > named.length ? ` and ${spaces.length - named.length} more` : '';
  const places = `the Space${spaces.length === 1 ? '' : 's'} ${named.join(', ')}${more}`;
  const reset = newOrigins
    ? ` After the reset, their threads would be sent to ${newOrigins.join(' and ')}. To accept that, name ${defaultAgentId} as its own replacement.`
    : '';
  return new AppError('in_use', `“${name}” is used by ${places}.${reset}`, { details: { spaces } });
}

function notFound(id: AgentId): AppError {
  return new AppError('not_found', `Agent "${id}" not found.`);
}

/** Returns an agent without its key, but with the effective value of each field and what needs confirmation. */
async function presentAgent(sources: ModelSources, agent: StoredAgent): Promise<Agent> {
  const { env } = sources;
  const [llm, summarizer] = await Promise.all([
    resolveAgentModel(sources, agent, 'llm'),
    resolveAgentModel(sources, agent, 'summarizer'),
  ]);
  const { confirmed: _confirmed, llm: llmFields, summarizer: summarizerFields, ...common } = agent;
  const ownKey = (part: AgentPart, key: StoredKey) => {
    const resolved = part === 'llm' ? llm : summarizer;
    return toKeyState(key, {
      env,
      isWaiting: resolved.apiKey.from === part && waitingUseOf(resolved) !== null,
    });
  };
  return {
    ...common,
    llm: { ...llmFields, apiKey: ownKey('llm', llmFields.apiKey) },
    summarizer: summarizerFields && {
      ...summarizerFields,
      apiKey: ownKey('summarizer', summarizerFields.apiKey),
    },
    effective: {
      llm: presentModel(llm, env),
      summarizer: {
        ...presentModel(summarizer, env),
        tokenBudget: summarizerNumberOf(agent, 'tokenBudget'),
        timeoutMs: summarizerNumberOf(agent, 'timeoutMs'),
      },
    },
    warnings: warnOf({ llm, summarizer }, env),
  };
}

function presentModel(resolved: AgentModel, env: Environment): Agent['effective']['llm'] {
  const { model, temperature, apiBase, apiKey } = resolved;
  const state = toKeyState(apiKey.value, { env, isWaiting: waitingUseOf(resolved) !== null });
  return { model, temperature, apiBase, apiKey: { value: state, from: apiKey.from } };
}

/** Lists what would make a call fail, so that it is reported when the agent is saved. */
function warnOf(models: Record<AgentPart, AgentModel>, env: Environment): AgentWarning[] {
  const llm = [...warnOfOrigin('llm', models.llm), ...warnOfKey('llm', models.llm, env)];
  const { summarizer } = models;
  const own = [
    ...warnOfOrigin('summarizer', summarizer),
    ...warnOfKey('summarizer', summarizer, env),
    ...warnOfLeftKey(models),
  ];
  // A missing key that both parts use is reported once.
  const said = new Set(llm.filter(({ kind }) => kind === 'key').map(({ message }) => message));
  return [...llm, ...own.filter(({ message }) => !said.has(message))];
}

function warnOfOrigin(part: AgentPart, resolved: AgentModel): AgentWarning[] {
  const use = waitingUseOf(resolved);
  if (use === null || use.key.kind === 'none') return [];
  const { origin: givenFor } = use.key;
  const { origin: wouldGoTo } = use;
  const message = `The API key saved for ${givenFor} would be sent to ${wouldGoTo}. It is not sent until you confirm.`;
  return [{ kind: 'origin', part, givenFor, wouldGoTo, message }];
}

function warnOfKey(part: AgentPart, { found }: AgentModel, env: Environment): AgentWarning[] {
  if (found instanceof AppError || found.keyUse?.key.kind !== 'env') return [];
  const { key, origin } = found.keyUse;
  if (isSendable(env[key.name]?.trim() ?? '')) return [];
  const message = `The API key for ${origin} is read from the variable ${key.name}, which is not set. Set it and restart Precis, or enter a key.`;
  return [{ kind: 'key', part, origin, variable: key.name, message }];
}

/**
 * Warns when the summarizer is at another origin than the agent's model. The key of that model's profile does not go
 * there.
 */
function warnOfLeftKey({ llm, summarizer }: Record<AgentPart, AgentModel>): AgentWarning[] {
  if (llm.found instanceof AppError || summarizer.found instanceof AppError) return [];
  const { keyUse: used } = llm.found;
  const { keyUse, profile } = summarizer.found;
  if (used === null || used.key.kind === 'none' || keyUse === null || keyUse.key.kind !== 'none') return [];
  // A separate profile, such as one of Ollama, may work without a key.
  if (
    used.origin === keyUse.origin ||
    profile.id === llm.found.profile.id ||
    summarizer.apiBase.from === 'profile'
  )
    return [];
  const { origin } = keyUse;
  const message = `No API key is set for ${origin}; the key for ${used.origin} is not sent there. Enter a key for the summarizer if that server needs one.`;
  return [{ kind: 'key', part: 'summarizer', origin, variable: null, message }];
}

function waitingUseOf({ found }: AgentModel): KeyUse | null {
  if (found instanceof AppError || found.keyUse === null) return null;
  return isWaiting(found.keyUse) ? found.keyUse : null;
}
