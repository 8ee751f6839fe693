import { policyOf, type WindowPolicy } from '#memory/window-policy.ts';
import { AppError } from '#schema/app-error.ts';
import { type Agent, defaultAgentId } from '#schema/models/agent.ts';
import type { Space } from '#schema/spaces/space.ts';
import type { SpacesPorts } from './ports.ts';

/** The share of the model's context left for system text, summary, the new message and the answer. */
const liveShare = 0.6;

export interface ThreadAgent {
  agent: Agent;
  route: Awaited<ReturnType<SpacesPorts['routeOf']>>;
  policy: WindowPolicy;
  /** Of the agent and the Space, in the order in which they are sent. */
  instructions: string;
}

/** The agent of a Space with what it decides; a deleted agent is replaced by the default one. */
export async function readAgent(
  ports: Pick<SpacesPorts, 'getAgent' | 'routeOf'>,
  space: Space,
): Promise<ThreadAgent> {
  const agent = await ports.getAgent(space.agentId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return ports.getAgent(defaultAgentId);
    throw error;
  });
  const route = await ports.routeOf(agent.id);
  // A window that the model cannot read whole has to be folded, regardless of the agent's own budget.
  const readable = Math.max(100, Math.floor(route.contextTokens * liveShare));
  const budget = Math.min(agent.memory.hotPathTokenBudget ?? readable, readable);
  return {
    agent,
    route,
    policy: policyOf({ ...agent.memory, hotPathTokenBudget: budget }),
    instructions: [agent.systemPrompt ?? '', space.instructions]
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join('\n\n'),
  };
}
