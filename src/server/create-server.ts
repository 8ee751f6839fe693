import { Hono } from 'hono';
import { AppError } from '#schema/app-error.ts';
import { createRouter } from '#server/api/router.ts';
import { guard } from '#server/http/guard.ts';
import { createLogins } from '#server/http/logins.ts';
import { requireToken } from '#server/http/require-token.ts';
import { addHeaders } from '#server/http/security-headers.ts';
import { readWebBuild, staticFiles } from '#server/http/static-files.ts';
import { readBody } from './body/read-body.ts';
import type { ServerPorts } from './ports.ts';
import { answerProblem } from './problem.ts';
import { addCheckRoutes } from './routes/checks.ts';
import { addConversationRoutes } from './routes/conversations.ts';
import { addEntryRoutes } from './routes/entries.ts';
import { addHookRoutes } from './routes/hooks.ts';
import { addLoginRoutes } from './routes/login.ts';
import { addMcpRoute } from './routes/mcp.ts';
import { addMemoryRoutes } from './routes/memories/memories.ts';
import { addOpenApiRoute } from './routes/openapi.ts';
import { addReaderRoutes } from './routes/reader.ts';
import { addReadyRoute } from './routes/ready.ts';
import { addReceiptRoutes } from './routes/receipts.ts';
import { addIssueRoutes, addRunRoutes, addTextRoutes } from './routes/runs.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addMessageRoutes, addSpaceRoutes, addThreadRoutes } from './routes/spaces.ts';
import { addStatusRoutes } from './routes/status.ts';
import { addTagRoutes } from './routes/tags.ts';
import { addTranslationRoutes } from './routes/translations.ts';

export interface Server {
  fetch(request: Request): Promise<Response>;
}

export function createServer(ports: ServerPorts): Server {
  const app = new Hono();
  app.onError((error, c) => answerProblem(error, c, ports.log));

  app.use(addHeaders(readWebBuild(ports.webDir)));
  addReadyRoute(app, ports);
  app.use(guard(ports));
  const { token, log, now } = ports;
  const logins = token === null ? null : createLogins({ store: ports.logins, token, now });
  if (token !== null && logins !== null) app.use(requireToken({ token, logins, log }));
  for (const path of ['/api/*', '/mcp']) app.use(path, readBody(ports.parseBody));

  const router = createRouter(app, { keys: ports.keys, getRun: ports.queries.getRun, log });
  addTextRoutes(router, ports);
  addReaderRoutes(router, ports);
  addEntryRoutes(router, ports);
  addSpaceRoutes(router, ports);
  addThreadRoutes(router, ports);
  addMessageRoutes(router, ports);
  addConversationRoutes(router, ports);
  addSessionRoutes(router, ports);
  addMemoryRoutes(router, ports);
  addHookRoutes(router, ports);
  addCheckRoutes(router, ports);
  addTranslationRoutes(router, ports);
  addTagRoutes(router, ports);
  addReceiptRoutes(router, ports);
  addRunRoutes(router, ports);
  addIssueRoutes(router, ports);
  addSettingsRoutes(router, ports);
  addLoginRoutes(router, logins);
  addStatusRoutes(router, ports);
  addMcpRoute(app, ports);
  addOpenApiRoute(app, { router, version: ports.version });

  for (const path of ['/api', '/api/*']) {
    app.all(path, (c) => {
      throw new AppError('not_found', `No route matches ${c.req.method} ${c.req.path}.`);
    });
  }
  app.all('*', staticFiles(ports.webDir));

  return { fetch: async (request) => app.fetch(request) };
}
