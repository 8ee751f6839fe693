import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { readBody } from './body/read-body.ts';
import { guard } from './guard.ts';
import { createLogins } from './logins.ts';
import type { ServerPorts } from './ports.ts';
import { answerProblem, toInvalidInput } from './problem.ts';
import { requireToken } from './require-token.ts';
import { addAgentRoutes } from './routes/agents.ts';
import { addConversationRoutes } from './routes/conversations.ts';
import { addEntryRoutes } from './routes/entries.ts';
import { addEntrySummaryRoutes } from './routes/entry-summaries.ts';
import { addFeedRoutes } from './routes/feeds.ts';
import { addFolderRoutes } from './routes/folders.ts';
import { addImageRoute } from './routes/images.ts';
import { addIssueRoutes } from './routes/issues.ts';
import { addLoginRoutes } from './routes/login.ts';
import { addMcpRoute } from './routes/mcp.ts';
import { addMessageRoutes } from './routes/messages.ts';
import { addModelRoutes } from './routes/models.ts';
import { addOpenApiRoute } from './routes/openapi.ts';
import { addOpmlRoutes } from './routes/opml.ts';
import { addPageRoutes } from './routes/pages.ts';
import { addReadyRoute } from './routes/ready.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addSessionFileRoutes } from './routes/session-files.ts';
import { addSessionListRoutes } from './routes/session-lists.ts';
import { addSessionSearchRoutes } from './routes/session-search.ts';
import { addSessionStreamRoute } from './routes/session-stream.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addSpaceRoutes } from './routes/spaces.ts';
import { addSpendingRoutes } from './routes/spending.ts';
import { addStatusRoutes } from './routes/status.ts';
import { addStorageRoutes } from './routes/storage.ts';
import { addStreamRoutes } from './routes/streams.ts';
import { addSummaryRoutes } from './routes/summaries.ts';
import { addTemplateRoutes } from './routes/templates.ts';
import { addThreadRoutes } from './routes/threads.ts';
import { securityHeaders } from './security-headers.ts';
import { staticFiles } from './static-files.ts';

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
