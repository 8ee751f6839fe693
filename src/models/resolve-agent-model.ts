import { type AgentPart, primaryModelName } from '#schema/agent.ts';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/model-profile.ts';
import type { StoredAgent } from '#schema/stored-agent.ts';
import type { StoredKey } from '#schema/stored-profile.ts';
import { agentModelId } from './agent-model-id.ts';
import { type Effective, effectiveFieldsOf } from './effective-fields.ts';
import { type FoundModel, findKeptModel, findProfileModel } from './find-profile-model.ts';
import type { ModelSources } from './ports.ts';
import { originOf } from './provider-address.ts';
import type { KeyUse } from './read-key.ts';
import { markOf } from './stored-key.ts';

/** What a part of an agent comes to, field by field, and the model it stands for. */
export interface AgentModel {
  model: Effective<string>;
  temperature: Effective<number | null>;
  apiBase: Effective<string | null>;
  apiKey: Effective<StoredKey>;
  /** Why there is none, where that is so: an agent whose model is gone is still shown. */
  found: FoundModel | AppError;
}

export async function resolveAgentModel(
  sources: ModelSources,
  agent: StoredAgent,
  part: AgentPart,
): Promise<AgentModel> {
  const fields = effectiveFieldsOf(agent, part);
  const { temperature, apiBase, apiKey } = fields;
  const base = await findBase(sources, { agent, part, model: fields.model.value, apiBase: apiBase?.value });
  if (base instanceof AppError) {
    return {
      model: fields.model,
      temperature: temperature ?? { value: null, from: 'default' },
      apiBase: apiBase ?? { value: null, from: 'default' },
      apiKey: apiKey ?? { value: { kind: 'none' }, from: 'default' },
      found: base,
    };
  }

  const model = { value: base.profile.model, from: fields.model.from };
  const from = base.profile.id === agentModelId(agent.id, part) ? 'default' : 'profile';
  // The built-in model is called nowhere: addresses and keys are nothing to it.
  if (base.profile.provider === 'builtin') {
    const nothing = { value: null, from } as const;
    const noKey = { value: { kind: 'none' }, from } as const;
    return { model, temperature: nothing, apiBase: nothing, apiKey: noKey, found: base };
  }
  const resolved = {
    model,
    temperature: temperature ?? { value: base.profile.temperature, from },
    apiBase: apiBase ?? { value: base.profile.baseUrl, from },
    apiKey: apiKey ?? { value: base.keyUse?.key ?? { kind: 'none' as const }, from },
  };
  const limit = part === 'llm' ? agent.llm.maxOutputTokens : undefined;
  const profile = {
    ...base.profile,
    baseUrl: resolved.apiBase.value,
    temperature: resolved.temperature.value,
    maxOutputTokens: limit ?? base.profile.maxOutputTokens,
  };
  const keyUse = keyUseOf(agent, {
    key: resolved.apiKey.value,
    part,
    sealedFor: sealedFor(agent, resolved.apiKey.from) ?? base.profile.id,
    origin: originOf(profile),
  });
  return { ...resolved, found: { profile, keyUse } };
}

interface Wanted {
  agent: StoredAgent;
  part: AgentPart;
  model: string;
  apiBase: string | undefined;
}

async function findBase(sources: ModelSources, wanted: Wanted): Promise<FoundModel | AppError> {
  try {
    return await findNamed(sources, wanted);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function findNamed(sources: ModelSources, wanted: Wanted): Promise<FoundModel> {
  const { agent, part, model, apiBase } = wanted;
  if (model === primaryModelName) {
    const primary = await sources.getPrimary();
    const found = await findProfileModel(sources, primary);
    if (found) return found;
    throw new AppError('model_not_configured', `There is no model profile "${primary}", the primary one.`);
  }
  const id = modelProfileIdSchema.safeParse(model).data;
  // Beside an address of the agent's, `openai/…` is a name at that address, as gateways have them.
  const find = () =>
    id && (apiBase === undefined ? findProfileModel(sources, id) : findKeptModel(sources.store, id));
  const found = await find();
  if (found) return found;
  if (apiBase === undefined) {
    const message = `There is no model profile "${model}", and a model's own name needs an apiBase.`;
    throw new AppError('model_not_configured', message);
  }
  const profile = modelProfileInputSchema.omit({ key: true }).parse({
    id: agentModelId(agent.id, part),
    name: agent.name,
    provider: 'openai-compatible',
    model,
    baseUrl: apiBase,
  });
  return { profile, keyUse: null };
}

function sealedFor(agent: StoredAgent, from: AgentModel['apiKey']['from']): string | null {
  return from === 'llm' || from === 'summarizer' ? agentModelId(agent.id, from) : null;
}

function keyUseOf(
  agent: StoredAgent,
  use: Pick<KeyUse, 'key' | 'sealedFor' | 'origin'> & { part: AgentPart },
): KeyUse {
  const { key, sealedFor, origin, part } = use;
  const name = part === 'llm' ? agent.name : `${agent.name} (summarizer)`;
  return { key, sealedFor, origin, name, confirmed: isConfirmed(agent, { key, origin }) };
}

function isConfirmed({ confirmed }: StoredAgent, { key, origin }: Pick<KeyUse, 'key' | 'origin'>): boolean {
  if (key.kind === 'none') return false;
  const mark = markOf(key);
  return confirmed.some(
    ({ givenFor, wouldGoTo, keyMark }) => givenFor === key.origin && wouldGoTo === origin && keyMark === mark,
  );
}
