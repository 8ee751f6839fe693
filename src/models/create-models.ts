import type { Models, TextWork } from '#engine/ports.ts';
import type { OpenRemote } from '#models/providers/create-remote-opener.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import { findAgent, readAgentModelId } from './agents/find-agent.ts';
import { resolveAgentModel } from './agents/resolve-agent-model.ts';
import { createBuiltinModel } from './builtin-model.ts';
import { type FoundModel, findProfileModel } from './find-profile-model.ts';
import { readKey } from './keys/stored-key.ts';
import type { ModelSources } from './ports.ts';

export interface ModelsOptions extends ModelSources {
  secretKey: Uint8Array;
  /** Does the work of the built-in model. */
  textWork: TextWork;
}

/** Opens every model for the engine: those of profiles, the environment and agents, and the built-in one. */
export function createModels(options: ModelsOptions): Models {
  let opener: Promise<OpenRemote> | undefined;
  return {
    open: async (id) => {
      const { profile, keyUse } = await findModel(options, id);
      if (keyUse === null) return createBuiltinModel(options.textWork, profile);
      const key = readKey(keyUse, options);
      opener ??= loadOpener();
      return (await opener)(profile, key);
    },
  };
}

/** The SDK is slow to load, so it is loaded on first use. An offline summary should not wait for it. */
async function loadOpener(): Promise<OpenRemote> {
  const { createRemoteOpener } = await import('#models/providers/create-remote-opener.ts');
  return createRemoteOpener();
}

/**
 * Finds a model by the id of a profile, or of an agent's part such as `agent:assistant/llm`. Throws AppError
 * `model_not_configured`.
 */
async function findModel(sources: ModelSources, id: ModelProfileId): Promise<FoundModel> {
  const ofAgent = readAgentModelId(id);
  if (!ofAgent) {
    const found = await findProfileModel(sources, id);
    if (found) return found;
    throw new AppError('model_not_configured', `Model profile "${id}" not found.`);
  }
  const agent = await findAgent(sources.store, ofAgent.agentId);
  if (!agent) throw new AppError('agent_missing', `The agent “${ofAgent.agentId}” was deleted.`);
  const { found } = await resolveAgentModel(sources, agent, ofAgent.part);
  if (found instanceof AppError) throw found;
  return found;
}
