import { isSendable, isWaiting, type KeyUse } from '#models/keys/read-key.ts';
import { toKeyState } from '#models/keys/stored-key.ts';
import type { Environment, ModelSources } from '#models/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Agent, AgentPart, AgentWarning } from '#schema/models/agent.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import type { StoredKey } from '#schema/models/stored-profile.ts';
import { summarizerNumberOf } from './effective-fields.ts';
import { type AgentModel, resolveAgentModel } from './resolve-agent-model.ts';

/** An agent as others may see it: no key, but the effective value of each field and what needs confirmation. */
export async function presentAgent(sources: ModelSources, agent: StoredAgent): Promise<Agent> {
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

/** What would make a call fail, said when the agent is saved. */
function warnOf(models: Record<AgentPart, AgentModel>, env: Environment): AgentWarning[] {
  const llm = [...warnOfOrigin('llm', models.llm), ...warnOfKey('llm', models.llm, env)];
  const { summarizer } = models;
  const own = [
    ...warnOfOrigin('summarizer', summarizer),
    ...warnOfKey('summarizer', summarizer, env),
    ...warnOfLeftKey(models),
  ];
  // A key that both use is missed once.
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

/** The summarizer is at another origin than the model of the agent, whose key is a profile's and does not go there. */
function warnOfLeftKey({ llm, summarizer }: Record<AgentPart, AgentModel>): AgentWarning[] {
  if (llm.found instanceof AppError || summarizer.found instanceof AppError) return [];
  const { keyUse: used } = llm.found;
  const { keyUse, profile } = summarizer.found;
  if (used === null || used.key.kind === 'none' || keyUse === null || keyUse.key.kind !== 'none') return [];
  // A profile of its own, such as one of Ollama, may do without a key.
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
