import { type AgentModel, resolveAgentModel } from '#models/agents/resolve-agent-model.ts';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { StoredAgent } from '#schema/models/agent.ts';
import type { StoredProfile } from '#schema/models/model-profile.ts';
import { findModelUses, type ModelPath, modelFields } from '#schema/named-in-settings.ts';
import { mergeSettings, type SettingsPatch } from '#schema/settings.ts';
import { type Choice, findNewlyEqual } from './equal-models.ts';
import type { AgentStore, ModelChoice, ModelSources } from './ports.ts';

export interface ProfileUses {
  settings: ModelPath[];
  agents: StoredAgent[];
}

interface Uses {
  store: Pick<AgentStore, 'listAgents' | 'putAgent'>;
  choice: ModelChoice;
}

/** Finds the places that name a profile. Without the profile, they would hold an id of nothing. */
export async function findUses({ store, choice }: Uses, id: ModelProfileId): Promise<ProfileUses> {
  return {
    settings: findModelUses(await choice.get(), id),
    agents: (await store.listAgents()).filter(
      ({ llm, summarizer }) => llm.model === id || summarizer?.model === id,
    ),
  };
}

export function refuseUsed(name: string, { settings, agents }: ProfileUses): void {
  const places = [
    ...modelFields
      .filter(({ path }) => settings.includes(path))
      .map(({ about }) => `${about.model?.name} in Settings`),
    ...agents.map((agent) => `the agent “${agent.name}”`),
  ];
  if (places.length === 0) return;
  throw new AppError('in_use', `“${name}” is used by ${places.join(', ')}.`, {
    details: { settings, agents: agents.map((agent) => agent.id) },
  });
}

/**
 * Refuses a new profile whose id an agent uses for a model at its own server. The profile would take the place of
 * that model and get the agent's texts, although nobody changed the agent.
 */
export async function refuseRedirect(sources: ModelSources & Uses, profile: StoredProfile): Promise<void> {
  const { store } = sources;
  const getProfile = async (id: ModelProfileId) => (id === profile.id ? profile : store.getProfile(id));
  const withProfile = { ...sources, store: { ...store, getProfile } };
  for (const agent of await store.listAgents()) {
    for (const part of ['llm', 'summarizer'] as const) {
      const [before, after] = await Promise.all(
        [sources, withProfile].map(async (from) => findOrigin(await resolveAgentModel(from, agent, part))),
      );
      if (!before || !after || before === after) continue;
      throw new AppError(
        'conflict',
        `The ${part} of the agent “${agent.name}” uses “${profile.id}” as the name of a model at ${before}. A profile with this ID would send its texts to ${after}. Choose another ID, or change the agent first.`,
        { details: { agents: [agent.id] } },
      );
    }
  }
}

/** Returns null when nothing is sent. */
function findOrigin({ found }: AgentModel): string | null {
  return found instanceof AppError ? null : (found.keyUse?.origin ?? null);
}

interface Replacing extends Uses {
  identify: Choice['identify'];
}

/** Replaces every use of this profile with another one. */
export async function replaceUses(
  { store, choice, identify }: Replacing,
  { id, by, uses, at }: { id: ModelProfileId; by: ModelProfileId; uses: ProfileUses; at: number },
): Promise<void> {
  if (uses.settings.length > 0)
    await choice.patch(await replaceInSettings({ choice, identify }, { by, uses }));
  for (const agent of uses.agents) {
    const { llm, summarizer } = agent;
    await store.putAgent({
      ...agent,
      llm: llm.model === id ? { ...llm, model: by } : llm,
      summarizer: summarizer?.model === id ? { ...summarizer, model: by } : summarizer,
      updatedAt: at,
    });
  }
}

async function replaceInSettings(
  { choice, identify }: Pick<Replacing, 'choice' | 'identify'>,
  { by, uses }: { by: ModelProfileId; uses: ProfileUses },
): Promise<SettingsPatch> {
  const current = await choice.get();
  let patch: SettingsPatch = {};
  for (const { path, section, field, about } of modelFields) {
    if (!uses.settings.includes(path)) continue;
    const { needsConnection, embeds } = about.model ?? {};
    const cannot = embeds === true || (needsConnection === true && by === builtinModelProfileId);
    patch = { ...patch, [section]: { ...patch[section], [field]: cannot ? null : by } };
  }
  // A fallback that would ask the same model twice is removed.
  const next = { settings: mergeSettings(current, patch), identify };
  for (const { second } of await findNewlyEqual({ settings: current, identify }, next))
    patch = { ...patch, [second.section]: { ...patch[second.section], [second.field]: null } };
  return patch;
}
