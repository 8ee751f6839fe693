import { isWaiting, type KeyUse } from '#models/keys/read-key.ts';
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
    warnings: [...warn('llm', llm), ...warn('summarizer', summarizer)],
  };
}

function presentModel(resolved: AgentModel, env: Environment): Agent['effective']['llm'] {
  const { model, temperature, apiBase, apiKey } = resolved;
  const state = toKeyState(apiKey.value, { env, isWaiting: waitingUseOf(resolved) !== null });
  return { model, temperature, apiBase, apiKey: { value: state, from: apiKey.from } };
}

function warn(part: AgentPart, resolved: AgentModel): AgentWarning[] {
  const use = waitingUseOf(resolved);
  if (use === null || use.key.kind === 'none') return [];
  const { origin: givenFor } = use.key;
  const { origin: wouldGoTo } = use;
  const message = `The API key saved for ${givenFor} would be sent to ${wouldGoTo}. It is not sent until you confirm.`;
  return [{ part, givenFor, wouldGoTo, message }];
}

function waitingUseOf({ found }: AgentModel): KeyUse | null {
  if (found instanceof AppError || found.keyUse === null) return null;
  return isWaiting(found.keyUse) ? found.keyUse : null;
}
