import { policyOf, type WindowPolicy } from '#memory/window-policy.ts';
import { AppError } from '#schema/app-error.ts';
import { type Agent, defaultAgentId } from '#schema/models/agent.ts';
import type { ArticleInput, Space, Thread } from '#schema/spaces/space.ts';
import { fitArticle, tokensOf } from '#text/article/article-passages.ts';
import type { SpacesPorts } from './ports.ts';

/** Maximum share of the context for live messages and article. The rest is for system text, summary and answer. */
const liveShare = 0.6;
/** Maximum share of a prompt for an article. The rest is for the conversation about it. */
export const articleShare = 0.5;

export interface ThreadAgent {
  agent: Agent;
  route: Awaited<ReturnType<SpacesPorts['routeOf']>>;
  policy: WindowPolicy;
  /** Instructions of the agent and the Space, in the order in which they are sent. */
  instructions: string;
  /** Null if the thread has no article or it was deleted. */
  article: ArticleInput | null;
  /** The minimum number of the article's passages in the next prompt. */
  articleFit: { passages: number; tokens: number };
}

interface InSpace {
  thread: Pick<Thread, 'article'>;
  space: Space;
}

type AgentPorts = Pick<SpacesPorts, 'getAgent' | 'routeOf' | 'getArticle' | 'passagesOf'>;

/**
 * The agent of a thread's Space and the settings derived from it. Throws AppError `agent_missing` if it was deleted,
 * because another agent would send the thread to a server that nobody chose for it.
 */
export async function readAgent(ports: AgentPorts, inSpace: InSpace): Promise<ThreadAgent> {
  const { name, agentId } = inSpace.space;
  const agent = await ports.getAgent(agentId).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    const message = `The agent “${agentId}” of the Space “${name}” was deleted. Choose another one for the Space.`;
    throw new AppError('agent_missing', message, { details: { agentId } });
  });
  return readDecisions(ports, inSpace, agent);
}

/** Used for display only: a thread whose agent was deleted is shown with the default agent. */
export async function readShownAgent(ports: AgentPorts, inSpace: InSpace): Promise<ThreadAgent> {
  const agent = await ports.getAgent(inSpace.space.agentId).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return ports.getAgent(defaultAgentId);
  });
  return readDecisions(ports, inSpace, agent);
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

async function readDecisions(
  ports: AgentPorts,
  { thread, space }: InSpace,
  agent: Agent,
): Promise<ThreadAgent> {
  const route = await ports.routeOf(agent.id);
  const article = await readArticle(ports, thread);
  const articleFit = fitOf(article, route.inputTokens);
  // A window that does not fit into the model's context has to be folded, whatever the agent's own budget is.
  const readable = Math.max(100, Math.floor(route.contextTokens * liveShare) - articleFit.tokens);
  const budget = Math.min(agent.memory.hotPathTokenBudget ?? readable, readable);
  return {
    agent,
    route,
    policy: policyOf({ ...agent.memory, hotPathTokenBudget: budget }),
    instructions: [agent.systemPrompt ?? '', space.instructions]
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join('\n\n'),
    article,
    articleFit,
  };
}

async function readArticle(
  ports: Pick<SpacesPorts, 'getArticle' | 'passagesOf'>,
  { article: of }: InSpace['thread'],
): Promise<ArticleInput | null> {
  const article = of === null ? null : await ports.getArticle(of.id);
  if (article === null) return null;
  const { title, text, contentHash, language } = article;
  return { title, text, contentHash, language, passages: [...(await ports.passagesOf(article))] };
}

function fitOf(article: ArticleInput | null, inputTokens: number): ThreadAgent['articleFit'] {
  if (article === null) return { passages: 0, tokens: 0 };
  const room = Math.floor(inputTokens * articleShare);
  const fitting = fitArticle(article.passages, { tokens: room, chosen: [] });
  return { passages: fitting.length, tokens: Math.min(room, tokensOf(article.passages)) };
}
