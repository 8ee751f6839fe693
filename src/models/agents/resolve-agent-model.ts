import { type FoundModel, findKeptModel, findProfileModel } from '#models/find-profile-model.ts';
import { type KeyUse, markOf } from '#models/keys/stored-key.ts';
import type { ModelSources } from '#models/ports.ts';
import { originOf } from '#models/providers/provider-address.ts';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import {
  type Agent,
  type AgentPart,
  llmNumberNames,
  primaryModelName,
  type StoredAgent,
  summarizerNumbers,
} from '#schema/models/agent.ts';
import { modelProfileInputSchema, type StoredKey } from '#schema/models/model-profile.ts';
import { agentModelId } from './find-agent.ts';

/** The effective fields of a part of an agent, and the model they select. */
export interface AgentModel {
  model: Effective<string>;
  temperature: Effective<number | null>;
  apiBase: Effective<string | null>;
  apiKey: Effective<StoredKey>;
  /** The model, or the error that says why there is none. An agent whose model was deleted is still shown. */
  found: FoundModel | AppError;
}

export async function resolveAgentModel(
  sources: ModelSources,
  agent: StoredAgent,
  part: AgentPart,
): Promise<AgentModel> {
  const isProfile = part === 'summarizer' && (await namesProfile(sources, agent.summarizer?.model));
  const fields = effectiveFieldsOf(agent, part, { isProfile });
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
  // The built-in model makes no requests, so addresses and keys do not apply.
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
  const profile = {
    ...base.profile,
    ...(part === 'llm' && setNumbersOf(agent)),
    baseUrl: resolved.apiBase.value,
    temperature: resolved.temperature.value,
  };
  const keyUse = keyUseOf(agent, {
    key: resolved.apiKey.value,
    part,
    sealedFor: sealedFor(agent, resolved.apiKey.from) ?? base.profile.id,
    origin: originOf(profile),
  });
  return { ...resolved, found: { profile, keyUse } };
}

/** Whether the model names a profile. The name of the primary model counts as one. */
async function namesProfile({ store }: ModelSources, model: string | undefined): Promise<boolean> {
  if (model === undefined || model === primaryModelName) return model === primaryModelName;
  const id = modelProfileIdSchema.safeParse(model).data;
  return id !== undefined && (await findKeptModel(store, id)) !== null;
}

function setNumbersOf({ llm }: StoredAgent) {
  const set = llmNumberNames.filter((name) => llm[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, llm[name]]));
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
    throw new AppError('model_not_configured', `The primary model profile "${primary}" was not found.`);
  }
  const id = modelProfileIdSchema.safeParse(model).data;
  const kept = id && (await findKeptModel(sources.store, id));
  if (kept) return kept;
  // If the agent has an address, `openai/…` is the name of a model at that address, as with gateways.
  const given = id && apiBase === undefined ? await findProfileModel(sources, id) : null;
  if (given && hasKey(given, sources.env)) return given;
  const heir = part === 'summarizer' ? await inheritModel(sources, wanted) : null;
  if (heir) return heir;
  // The model has no key. Opening it reports which variable is missing.
  if (given) return given;
  if (apiBase === undefined) {
    const message = `Model profile "${model}" not found. To use a model by its own name, set apiBase, or set the agent's llm.model to a profile.`;
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

/** Finds another model of the profile that answers for the agent, with its address and key. */
async function inheritModel(sources: ModelSources, { agent, model }: Wanted): Promise<FoundModel | null> {
  const { llm, summarizer } = agent;
  const base = await findBase(sources, { agent, part: 'llm', model: llm.model, apiBase: llm.apiBase });
  if (base instanceof AppError || base.keyUse === null) return null;
  const own = summarizer?.apiBase;
  // A server at another origin does not belong to the profile and may use another protocol.
  if (own !== undefined && new URL(own).origin !== base.keyUse.origin) return null;
  // The prices of the profile's own model do not apply to this one.
  return { ...base, profile: { ...base.profile, model, prices: null } };
}

function hasKey({ keyUse }: FoundModel, env: ModelSources['env']): boolean {
  return keyUse?.key.kind !== 'env' || Boolean(env[keyUse.key.name]);
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

interface Effective<T> {
  value: T;
  from: Agent['effective']['llm']['model']['from'];
}

interface EffectiveFields {
  model: Effective<string>;
  /** This and the next two are null if the agent does not set them. */
  temperature: Effective<number> | null;
  apiBase: Effective<string> | null;
  apiKey: Effective<StoredKey> | null;
}

/**
 * Each field falls back separately from the summarizer to the agent. With `isProfile`, the summarizer names a profile
 * with its own address and key, because the agent's server does not know that name.
 */
function effectiveFieldsOf(
  agent: StoredAgent,
  part: AgentPart,
  { isProfile }: { isProfile: boolean },
): EffectiveFields {
  const { llm } = agent;
  const own = part === 'summarizer' ? agent.summarizer : null;
  const inherited: Partial<StoredAgent['llm']> = isProfile ? {} : llm;
  return {
    model: first(own?.model, llm.model) ?? { value: llm.model, from: 'llm' },
    temperature:
      part === 'summarizer' ? summarizerNumberOf(agent, 'temperature') : first(undefined, llm.temperature),
    apiBase: first(own?.apiBase, inherited.apiBase),
    apiKey: first(presentKey(own?.apiKey), presentKey(inherited.apiKey)),
  };
}

/** Summaries do not take over the temperature of the conversation. */
export function summarizerNumberOf(
  { summarizer }: StoredAgent,
  name: keyof typeof summarizerNumbers,
): Effective<number> {
  return first(summarizer?.[name], undefined) ?? { value: summarizerNumbers[name].initial, from: 'default' };
}

function first<T>(own: T | undefined, llm: T | undefined): Effective<T> | null {
  if (own !== undefined) return { value: own, from: 'summarizer' };
  return llm === undefined ? null : { value: llm, from: 'llm' };
}

function presentKey(key: StoredKey | undefined): StoredKey | undefined {
  return key?.kind === 'none' ? undefined : key;
}
