import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import { findModelUses, type ModelPath, modelFields, readField } from '#schema/named-in-settings.ts';
import { mergeSettings, type SettingsPatch } from '#schema/settings.ts';
import type { AgentStore, ModelChoice } from './ports.ts';

export interface ProfileUses {
  settings: ModelPath[];
  agents: StoredAgent[];
}

interface Uses {
  store: Pick<AgentStore, 'listAgents' | 'putAgent'>;
  choice: ModelChoice;
}

/** Where a profile is named. Without it, those places would hold an id of nothing. */
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
  throw new AppError('conflict', `“${name}” is used by ${places.join(', ')}. Choose a replacement.`, {
    details: { settings, agents: agents.map((agent) => agent.id) },
  });
}

/** Replaces every use of this profile with another one. */
export async function replaceUses(
  { store, choice }: Uses,
  { id, by, uses, at }: { id: ModelProfileId; by: ModelProfileId; uses: ProfileUses; at: number },
): Promise<void> {
  if (uses.settings.length > 0) await choice.patch(await replaceInSettings(choice, { by, uses }));
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
  choice: ModelChoice,
  { by, uses }: { by: ModelProfileId; uses: ProfileUses },
): Promise<SettingsPatch> {
  const current = await choice.get();
  let patch: SettingsPatch = {};
  for (const { path, section, field, about } of modelFields) {
    if (!uses.settings.includes(path)) continue;
    const { after, needsConnection, embeds } = about.model ?? {};
    // A model that was asked already would be asked twice.
    const isAsked =
      after !== undefined && readField(mergeSettings(current, patch), { section, field: after }) === by;
    const cannot = embeds === true || (needsConnection === true && by === builtinModelProfileId);
    patch = { ...patch, [section]: { ...patch[section], [field]: isAsked || cannot ? null : by } };
  }
  return patch;
}
