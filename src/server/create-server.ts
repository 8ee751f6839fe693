import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { guard } from '#server/http/guard.ts';
import { createLogins } from '#server/http/logins.ts';
import { requireToken } from '#server/http/require-token.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { staticFiles } from '#server/http/static-files.ts';
import { addEntryRoutes } from '#server/routes/reader/entries.ts';
import { addEntrySummaryRoutes } from '#server/routes/reader/entry-summaries.ts';
import { addFeedRoutes } from '#server/routes/reader/feeds.ts';
import { addFolderRoutes } from '#server/routes/reader/folders.ts';
import { addImageRoute } from '#server/routes/reader/images.ts';
import { addOpmlRoutes } from '#server/routes/reader/opml.ts';
import { addPageRoutes } from '#server/routes/reader/pages.ts';
import { addSessionFileRoutes } from '#server/routes/sessions/session-files.ts';
import { addSessionListRoutes } from '#server/routes/sessions/session-lists.ts';
import { addSessionSearchRoutes } from '#server/routes/sessions/session-search.ts';
import { addSessionStreamRoute } from '#server/routes/sessions/session-stream.ts';
import { addSessionRoutes } from '#server/routes/sessions/sessions.ts';
import { addAgentRoutes } from '#server/routes/settings/agents.ts';
import { addModelRoutes } from '#server/routes/settings/models.ts';
import { addSettingsRoutes } from '#server/routes/settings/settings.ts';
import { addSpendingRoutes } from '#server/routes/settings/spending.ts';
import { addStorageRoutes } from '#server/routes/settings/storage.ts';
import { addTemplateRoutes } from '#server/routes/settings/templates.ts';
import { addMessageRoutes } from '#server/routes/spaces/messages.ts';
import { addSpaceRoutes } from '#server/routes/spaces/spaces.ts';
import { addThreadRoutes } from '#server/routes/spaces/threads.ts';
import { readBody } from './body/read-body.ts';
import type { ServerPorts } from './ports.ts';
import { answerProblem, toInvalidInput } from './problem.ts';
import { addConversationRoutes } from './routes/conversations.ts';
import { addIssueRoutes } from './routes/issues.ts';
import { addLoginRoutes } from './routes/login.ts';
import { addMcpRoute } from './routes/mcp.ts';
import { addOpenApiRoute } from './routes/openapi.ts';
import { addReadyRoute } from './routes/ready.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addStatusRoutes } from './routes/status.ts';
import { addStreamRoutes } from './routes/streams.ts';
import { addSummaryRoutes } from './routes/summaries.ts';

export interface Server {
  fetch(request: Request): Promise<Response>;
}

export function createServer(ports: ServerPorts): Server {
  const app = new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success) throw toInvalidInput(result.error);
    },
  });
  app.onError((error, c) => answerProblem(error, c, ports.log));

  app.use(securityHeaders);
  addReadyRoute(app, ports);
  app.use(guard(ports));
  const { token, log, now } = ports;
  const logins = token === null ? null : createLogins({ store: ports.logins, token, now });
  if (token !== null && logins !== null) app.use(requireToken({ token, logins, log }));
  for (const path of ['/api/*', '/mcp']) app.use(path, readBody(ports.parseBody));

  addSummaryRoutes(app, ports);
  addPageRoutes(app, ports);
  addFeedRoutes(app, ports);
  addFolderRoutes(app, ports);
  addOpmlRoutes(app, ports);
  addEntryRoutes(app, ports);
  addImageRoute(app, ports);
  addEntrySummaryRoutes(app, ports);
  addSpaceRoutes(app, ports);
  addThreadRoutes(app, ports);
  addMessageRoutes(app, ports);
  addConversationRoutes(app, ports);
  addSessionFileRoutes(app, ports);
  addSessionRoutes(app, ports);
  addSessionSearchRoutes(app, ports);
  addSessionListRoutes(app, ports);
  addSessionStreamRoute(app, ports);
  addMcpRoute(app, ports);
  addRunRoutes(app, ports);
  addStreamRoutes(app, ports);
  addIssueRoutes(app, ports);
  addModelRoutes(app, ports);
  addAgentRoutes(app, ports);
  addSettingsRoutes(app, ports);
  addLoginRoutes(app, logins);
  addTemplateRoutes(app, ports);
  addSpendingRoutes(app, ports);
  addStorageRoutes(app, ports);
  addStatusRoutes(app, ports);
  addOpenApiRoute(app, ports);

  for (const path of ['/api', '/api/*']) {
    app.all(path, (c) => {
      throw new AppError('not_found', `No route matches ${c.req.method} ${c.req.path}.`);
    });
  }
  app.all('*', staticFiles(ports.webDir));

  return { fetch: async (request) => app.fetch(request) };
}
