import { resolveAgentModel } from '#models/agents/resolve-agent-model.ts';
import { originOf } from '#models/providers/provider-address.ts';
import { testConnection } from '#models/providers/test-connection.ts';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId, sampleModelProfileId } from '#schema/ids.ts';
import type { AgentId, AgentPart } from '#schema/models/agent.ts';
import type {
  ConnectionTest,
  ModelProfile,
  ModelProfileInput,
  StoredProfile,
  TestedAs,
} from '#schema/models/model-profile.ts';
import type { AvailableModels, AvailableModelsRequest } from '#schema/models/profile-fields.ts';
import type { Settings } from '#schema/settings.ts';
import { findAgent, isReservedForAgents, readAgentModelId } from './agents/find-agent.ts';
import { builtinProfile, sampleProfile } from './builtin-model.ts';
import { createModels, type ModelsOptions } from './create-models.ts';
import { readEnvironmentProfile, readOllamaAddress } from './environment-profile.ts';
import { describeEqual, findNewlyEqual, identifyModel } from './equal-models.ts';
import { findProfileModel, keyUseOf } from './find-profile-model.ts';
import { isWaiting, readKey, toKeyState, toStoredKey } from './keys/stored-key.ts';
import type { AgentStore, Environment, ModelChoice, ProfileStore } from './ports.ts';
import { findUses, type ProfileUses, refuseRedirect, refuseUsed, replaceUses } from './profile-uses.ts';

export interface ModelProfiles {
  /** Lists the built-in profile first, then the stored ones. */
  list(): Promise<ModelProfile[]>;
  /** Also finds profiles that only the environment gives, and the models of agents. Throws AppError `not_found`. */
  get(id: ModelProfileId): Promise<ModelProfile>;
  /**
   * Throws AppError `conflict` if the profile would redirect an agent, or make a fallback equal to a model before it.
   */
  put(input: ModelProfileInput): Promise<ModelProfile>;
  /** A profile in use needs a replacement. Without one, AppError `in_use` says where it is used. */
  remove(id: ModelProfileId, replacement?: ModelProfileId): Promise<void>;
  /** Checks a setting that names a model. Throws AppError `invalid_input` that names the field. */
  requireNamed(id: ModelProfileId, field: string): Promise<void>;
  /**
   * Checks a change of settings. Throws AppError `invalid_input` if it makes a fallback equal to a model before it.
   */
  requireDifferent(current: Settings, next: Settings): Promise<void>;
  /** Sends a real request. The result describes any failure; only an unknown id throws. */
  test(id: ModelProfileId, as?: TestedAs): Promise<ConnectionTest>;
  /** Lists the models that a provider offers. Throws AppError `model_…` or `key_…`. */
  listAvailable(request: AvailableModelsRequest): Promise<AvailableModels>;
}

export interface ModelProfilesOptions extends ModelsOptions {
  store: ProfileStore & Pick<AgentStore, 'getAgent' | 'listAgents' | 'putAgent'>;
  choice: ModelChoice;
  now: () => number;
}

/** The id for which a key is sealed that is used once and not stored. */
const newProfileId = 'new';

const builtin: ModelProfile = { ...builtinProfile, key: { kind: 'none' }, createdAt: 0, updatedAt: 0 };

export function createModelProfiles(options: ModelProfilesOptions): ModelProfiles {
  const { store, secretKey, env, choice, now } = options;
  const models = createModels(options);

  async function get(id: ModelProfileId): Promise<ModelProfile> {
    if (id === builtinModelProfileId) return builtin;
    if (id === sampleModelProfileId) return { ...builtin, ...sampleProfile };
    const ofAgent = readAgentModelId(id);
    if (ofAgent) return getOfAgent(id, ofAgent);
    const profile = (await store.getProfile(id)) ?? readEnvironmentProfile(id, env);
    if (!profile) throw notFound(id);
    return toPublic(profile, env);
  }

  async function getOfAgent(
    id: ModelProfileId,
    { agentId, part }: { agentId: AgentId; part: AgentPart },
  ): Promise<ModelProfile> {
    const agent = await findAgent(store, agentId);
    if (!agent) throw notFound(id);
    const { apiKey, found } = await resolveAgentModel(options, agent, part);
    if (found instanceof AppError) throw found;
    const { profile, keyUse } = found;
    const key = toKeyState(apiKey.value, { env, isWaiting: keyUse !== null && isWaiting(keyUse) });
    const { createdAt, updatedAt } = agent;
    return { ...profile, id, name: keyUse?.name ?? profile.name, key, createdAt, updatedAt };
  }

  /** Accepts only profiles. An agent's model may itself be the primary model, so settings cannot name it. */
  async function requireNamed(id: ModelProfileId, field: string): Promise<void> {
    if (!isReservedForAgents(id) && id !== sampleModelProfileId && (await isKnown(id))) return;
    throw new AppError('invalid_input', `${field}: model profile "${id}" not found.`);
  }

  async function isKnown(id: ModelProfileId): Promise<boolean> {
    try {
      return (await findProfileModel(options, id)) !== null;
    } catch (error) {
      // The environment names the model but does not say where it is.
      if (error instanceof AppError && error.code === 'model_not_configured') return false;
      throw error;
    }
  }

  async function replace(
    id: ModelProfileId,
    { by, uses }: { by: ModelProfileId; uses: ProfileUses },
  ): Promise<void> {
    if (by === id) throw new AppError('invalid_input', 'replacement: choose a different profile.');
    await requireNamed(by, 'replacement');
    await replaceUses({ ...options, identify }, { id, by, uses, at: now() });
  }

  async function identify(id: ModelProfileId): Promise<string | null> {
    // A profile that cannot be read now equals no other.
    const found = await findProfileModel(options, id).catch(() => null);
    return found && identifyModel(found.profile);
  }

  /** If the settings named two equal models, the same model would be asked twice. */
  async function refuseEqual(profile: StoredProfile): Promise<void> {
    const settings = await choice.get();
    const identifyNext = async (id: ModelProfileId) =>
      id === profile.id ? identifyModel(profile) : identify(id);
    const [pair] = await findNewlyEqual({ settings, identify }, { settings, identify: identifyNext });
    if (pair === undefined) return;
    const message = `With this change, ${describeEqual(pair)} Choose another fallback in Settings first.`;
    throw new AppError('conflict', message, { details: { settings: [pair.first.path, pair.second.path] } });
  }

  /** Returns the key for a request. A key given in the request goes only to the address given with it. */
  function keyFor(request: AvailableModelsRequest, existing: StoredProfile | null): string | null {
    const origin = originOf(request);
    const id = existing?.id ?? newProfileId;
    const place = { profileId: id, origin };
    const key = request.key
      ? toStoredKey(request.key, { secretKey, place, field: 'key' })
      : (existing?.key ?? { kind: 'none' });
    return readKey(
      { key, name: existing?.name ?? request.provider, sealedFor: id, origin, confirmed: false },
      options,
    );
  }

  return {
    list: async () => [builtin, ...(await store.listProfiles()).map((profile) => toPublic(profile, env))],
    get,
    put: async ({ key: keyInput, ...fields }) => {
      refuseBuiltin(fields.id);
      refuseReserved(fields.id);
      const origin = originOf(fields);
      const existing = await store.getProfile(fields.id);
      const place = { profileId: fields.id, origin };
      const given = keyInput && toStoredKey(keyInput, { secretKey, place, field: 'key' });
      const profile: StoredProfile = {
        ...fields,
        // A stored key keeps its origin. After a change of address, it is not used until it is given again.
        key: given ?? existing?.key ?? { kind: 'none' },
        createdAt: existing?.createdAt ?? now(),
        updatedAt: now(),
      };
      if (existing === null) await refuseRedirect(options, profile);
      await refuseEqual(profile);
      await store.putProfile(profile);
      return toPublic(profile, env);
    },
    remove: async (id, replacement) => {
      refuseBuiltin(id);
      const profile = await store.getProfile(id);
      const uses = await findUses(options, id);
      if (replacement === undefined) refuseUsed(profile?.name ?? id, uses);
      else await replace(id, { by: replacement, uses });
      if (!(await store.deleteProfile(id))) throw notFound(id);
    },
    requireNamed,
    async requireDifferent(current, next) {
      const [pair] = await findNewlyEqual({ settings: current, identify }, { settings: next, identify });
      if (pair === undefined) return;
      const message = `${pair.second.path}: ${describeEqual(pair)} Choose another model, or none.`;
      throw new AppError('invalid_input', message);
    },
    test: async (id, as = 'text') => testConnection({ profile: await get(id), as, models, now }),
    listAvailable: async (request) => {
      const baseUrl = request.baseUrl ?? readOllamaAddress(request.provider, env);
      const existing = request.profileId === undefined ? null : await store.getProfile(request.profileId);
      const key = keyFor({ ...request, baseUrl }, existing);
      // The SDK is slow to load, so it is loaded on first use.
      const { listModels } = await import('#models/providers/list-models.ts');
      return { baseUrl, items: await listModels({ ...request, baseUrl, key }) };
    },
  };
}

function refuseBuiltin(id: ModelProfileId): void {
  if (id !== builtinModelProfileId && id !== sampleModelProfileId) return;
  throw new AppError(
    'conflict',
    'The built-in model profile cannot be changed or deleted. Add another profile.',
  );
}

function refuseReserved(id: ModelProfileId): void {
  if (!isReservedForAgents(id)) return;
  throw new AppError('invalid_input', 'id: IDs that start with "agent:" are reserved for agents.');
}

function notFound(id: ModelProfileId): AppError {
  return new AppError('not_found', `Model profile "${id}" not found.`);
}

function toPublic(profile: StoredProfile, env: Environment): ModelProfile {
  const { key, ...fields } = profile;
  return { ...fields, key: toKeyState(key, { env, isWaiting: isWaiting(keyUseOf(profile)) }) };
}
