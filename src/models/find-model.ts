import { readAgentModelId } from '#models/agents/agent-model-id.ts';
import { findAgent } from '#models/agents/find-agent.ts';
import { resolveAgentModel } from '#models/agents/resolve-agent-model.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import { type FoundModel, findProfileModel } from './find-profile-model.ts';
import type { ModelSources } from './ports.ts';

/** By the id of a profile, or of an agent's part such as `agent:assistant/llm`. Throws AppError `model_not_configured`. */
export async function findModel(sources: ModelSources, id: ModelProfileId): Promise<FoundModel> {
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
