import { keysLeftOutHeader } from '#schema/headers.ts';
import type { RunId } from '#schema/ids.ts';
import type { AgentConfig, AgentId, AgentPart } from '#schema/models/agent.ts';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import { checkRoutes } from '#schema/routes/check-routes.ts';
import { conversationRoutes } from '#schema/routes/conversation-routes.ts';
import { entryRoutes, entrySummaryRoutes } from '#schema/routes/entry-routes.ts';
import { memoryRoutes } from '#schema/routes/memory-routes.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import { fillPath, type RouteTable } from '#schema/routes/route.ts';
import { issueRoutes, runRoutes, textRoutes } from '#schema/routes/run-routes.ts';
import {
  agentRoutes,
  modelRoutes,
  settingsRoutes,
  spendingRoutes,
  storageRoutes,
  templateRoutes,
} from '#schema/routes/settings-routes.ts';
import { spaceRoutes } from '#schema/routes/space-routes.ts';
import { loginRoutes, statusRoutes } from '#schema/routes/status-routes.ts';
import { entryTagRoutes, taggingRoutes, tagRoutes } from '#schema/routes/tag-routes.ts';
import { threadRoutes } from '#schema/routes/thread-routes.ts';
import { translationRoutes } from '#schema/routes/translation-routes.ts';
import { type Api, type ApiOptions, createApi } from './call-api.ts';
import { type CallOptions, deriveClient } from './derive-client.ts';
import { readChanges } from './read-changes.ts';
import { type RunEventsOptions, readRunEvents } from './read-run-events.ts';
import { createSessionsClient, sessionClientRoutes } from './sessions-client.ts';

/** Every action that clients call, by its place in the client. */
export const clientRoutes = {
  ...textRoutes,
  ...statusRoutes,
  reader: { ...readerRoutes, entries: entryRoutes, summaries: entrySummaryRoutes },
  spaces: spaceRoutes,
  threads: threadRoutes,
  conversations: conversationRoutes,
  sessions: sessionClientRoutes,
  memories: memoryRoutes,
  checks: checkRoutes,
  translations: translationRoutes,
  tags: { ...tagRoutes, ofEntry: entryTagRoutes, batches: taggingRoutes },
  runs: runRoutes,
  issues: issueRoutes,
  models: modelRoutes,
  agents: agentRoutes,
  login: loginRoutes,
  settings: settingsRoutes,
  templates: templateRoutes,
  spending: spendingRoutes,
  storage: storageRoutes,
} as const satisfies RouteTable;

/** The client API, over any fetch. Everything throws AppError. */
export type Client = ReturnType<typeof createClient>;

export function createClient(options: ApiOptions) {
  const api = createApi(options);
  const derived = deriveClient(api, clientRoutes);
  return {
    ...derived,
    sessions: createSessionsClient(api),
    runs: {
      ...derived.runs,
      /** Until the run ends, each event once and in order, even if the connection breaks. */
      events: (id: RunId, options?: RunEventsOptions) => readRunEvents(api, id, options),
    },
    models: {
      ...derived.models,
      put: (input: ModelProfileInput) => derived.models.put(input.id, input),
    },
    agents: { ...derived.agents, exportConfig: (id: AgentId) => exportAgent(api, id) },
    /** What to reload: everything after each connect, then what changed. Ends with the signal. */
    changes: (options?: CallOptions) => readChanges(api, options),
  };
}

interface AgentExport {
  /** The content of the file. */
  config: AgentConfig;
  /** The parts whose stored key is not in the file. */
  keysLeftOut: AgentPart[];
}

const agentParts: Readonly<Record<AgentPart, true>> = { llm: true, summarizer: true };

async function exportAgent(api: Api, id: AgentId): Promise<AgentExport> {
  const route = agentRoutes.exportConfig;
  const response = await api.send({ path: fillPath(route, [id]) });
  const parts = response.headers.get(keysLeftOutHeader)?.split(',') ?? [];
  const keysLeftOut = parts.map((part) => part.trim()).filter(isAgentPart);
  return { config: await api.parse(route.answer, response, await response.text()), keysLeftOut };
}

function isAgentPart(part: string): part is AgentPart {
  return Object.hasOwn(agentParts, part);
}
