import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import type { SettingsPatch } from '#schema/settings.ts';
import type { AgentStore, ModelChoice } from './ports.ts';

export interface ProfileUses {
  isPrimary: boolean;
  isFallback: boolean;
  isChecker: boolean;
  isRepairer: boolean;
  isTranslator: boolean;
  isFallbackTranslator: boolean;
  isTagger: boolean;
  isFallbackTagger: boolean;
  agents: StoredAgent[];
}

interface Uses {
  store: Pick<AgentStore, 'listAgents' | 'putAgent'>;
  choice: ModelChoice;
}

/** Where a profile is named. Without it, those places would hold an id of nothing. */
export async function findUses({ store, choice }: Uses, id: ModelProfileId): Promise<ProfileUses> {
  const { summaryAgent, check, translation, tagging } = await choice.get();
  return {
    isPrimary: summaryAgent.primaryModelProfileId === id,
    isFallback: summaryAgent.fallbackModelProfileId === id,
    isChecker: check.modelProfileId === id,
    isRepairer: check.repairModelProfileId === id,
    isTranslator: translation.primaryModelProfileId === id,
    isFallbackTranslator: translation.fallbackModelProfileId === id,
    isTagger: tagging.primaryModelProfileId === id,
    isFallbackTagger: tagging.fallbackModelProfileId === id,
    agents: (await store.listAgents()).filter(
      ({ llm, summarizer }) => llm.model === id || summarizer?.model === id,
    ),
  };
}

export function refuseUsed(name: string, { agents, ...settings }: ProfileUses): void {
  const { isPrimary, isFallback, isChecker, isRepairer, isTranslator, isFallbackTranslator } = settings;
  const { isTagger, isFallbackTagger } = settings;
  const places = [
    ...(isPrimary ? ['the primary model in Settings'] : []),
    ...(isFallback ? ['the fallback model in Settings'] : []),
    ...(isChecker ? ['the checking model in Settings'] : []),
    ...(isRepairer ? ['the correcting model in Settings'] : []),
    ...(isTranslator ? ['the translating model in Settings'] : []),
    ...(isFallbackTranslator ? ['the fallback model for translations in Settings'] : []),
    ...(isTagger ? ['the tagging model in Settings'] : []),
    ...(isFallbackTagger ? ['the fallback model for tags in Settings'] : []),
    ...agents.map((agent) => `the agent “${agent.name}”`),
  ];
  if (places.length === 0) return;
  throw new AppError('conflict', `“${name}” is used by ${places.join(', ')}. Choose a replacement.`, {
    details: { ...settings, agents: agents.map((agent) => agent.id) },
  });
}

/** Replaces every use of this profile with another one. */
export async function replaceUses(
  { store, choice }: Uses,
  { id, by, uses, at }: { id: ModelProfileId; by: ModelProfileId; uses: ProfileUses; at: number },
): Promise<void> {
  const patch: SettingsPatch = {
    summaryAgent: {
      ...(uses.isPrimary ? { primaryModelProfileId: by } : {}),
      // A fallback that is the primary model again would be asked twice.
      ...(uses.isFallback ? { fallbackModelProfileId: await fallbackFor(choice, by) } : {}),
    },
    check: {
      ...(uses.isChecker ? { modelProfileId: by } : {}),
      ...(uses.isRepairer ? { repairModelProfileId: by } : {}),
    },
    translation: {
      // The offline model cannot translate; without a choice, the models that write summaries do.
      ...(uses.isTranslator ? { primaryModelProfileId: by === builtinModelProfileId ? null : by } : {}),
      ...(uses.isFallbackTranslator ? { fallbackModelProfileId: null } : {}),
    },
    tagging: {
      ...(uses.isTagger ? { primaryModelProfileId: by } : {}),
      ...(uses.isFallbackTagger ? { fallbackModelProfileId: null } : {}),
    },
  };
  const { agents, ...settings } = uses;
  if (Object.values(settings).includes(true)) await choice.patch(patch);
  for (const agent of agents) {
    const { llm, summarizer } = agent;
    await store.putAgent({
      ...agent,
      llm: llm.model === id ? { ...llm, model: by } : llm,
      summarizer: summarizer?.model === id ? { ...summarizer, model: by } : summarizer,
      updatedAt: at,
    });
  }
}

async function fallbackFor(choice: ModelChoice, by: ModelProfileId): Promise<ModelProfileId | null> {
  return (await choice.get()).summaryAgent.primaryModelProfileId === by ? null : by;
}
