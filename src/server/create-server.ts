import { Hono } from 'hono';
import { AppError } from '#schema/app-error.ts';
import { checkRoutes } from '#schema/routes/check-routes.ts';
import { hookRoutes } from '#schema/routes/hook-routes.ts';
import { loginRoutes } from '#schema/routes/status-routes.ts';
import { readWebBuild, staticFiles } from '#server/http/static-files.ts';
import { createRouter, type Router, toDisposition } from './api/router.ts';
import { arrivalOf, readBody } from './body/read-body.ts';
import { addHeaders, guard } from './http/guard.ts';
import {
  createLogins,
  forgetLogin,
  type Logins,
  loginOf,
  readBearer,
  requireToken,
} from './http/require-token.ts';
import type { ServerPorts } from './ports.ts';
import { answerProblem } from './problem.ts';
import { addConversationRoutes } from './routes/conversations.ts';
import { addEntryRoutes, addReaderRoutes } from './routes/entries.ts';
import { addIssueRoutes, addRunRoutes, addTextRoutes } from './routes/runs.ts';
import { addMemoryRoutes, addSessionRoutes } from './routes/sessions.ts';
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

/** Adds the MCP route. It is not part of the OpenAPI document, because its protocol describes itself. */
export function addMcpRoute(app: Hono, { mcp }: Pick<ServerPorts, 'mcp'>): void {
  app.post('/mcp', async (c) => mcp(c.req.raw, await c.req.json()));
  app.all('/mcp', (c) => mcp(c.req.raw, undefined));
}

function addCheckRoutes({ answer, startRun }: Router, { checks }: Pick<ServerPorts, 'checks'>): void {
  answer(checkRoutes.state, ({ query }) => checks.state(query));
  startRun(checkRoutes.start, ({ body, runId }) => checks.start(body, { runId }));
  answer(checkRoutes.saveVerdict, ({ body }) => checks.saveVerdict(body));
  startRun(checkRoutes.repair, ({ body, runId }) => checks.repair(body, { runId }));
  answer(checkRoutes.undo, ({ id }) => checks.undo(id));
}

function addHookRoutes({ answer }: Router, { hooks }: Pick<ServerPorts, 'hooks'>): void {
  answer(hookRoutes.take, async ({ client, event, body }, c) => {
    const taken = await hooks.take(client, event, body);
    hooks.noteWait({ client, event, ms: performance.now() - arrivalOf(c) });
    return taken;
  });
  answer(hookRoutes.reports, () => hooks.reports());
}

/**
 * Adds the route that tells load balancers whether to send requests to this server. They have no token. The route
 * reveals nothing else, so it comes before the guards and is not part of the documented API.
 */
function addReadyRoute(app: Hono, { checkReady }: Pick<ServerPorts, 'checkReady'>): void {
  app.get('/api/ready', async (c) => {
    await checkReady();
    return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' });
  });
}

function addReceiptRoutes({ answer }: Router, { checks }: Pick<ServerPorts, 'checks'>): void {
  answer(checkRoutes.receipt, async ({ query }, c) => {
    const { name, mediaType, text } = await checks.receipt(query);
    return c.body(text, 200, {
      'Content-Type': mediaType,
      'Content-Disposition': toDisposition(name, 'receipt'),
    });
  });
}

function addOpenApiRoute(
  app: Hono,
  { router, version }: { router: Router } & Pick<ServerPorts, 'version'>,
): void {
  let document: object | null = null;
  app.get('/api/openapi.json', async (c) => {
    // The module is loaded on first use, because few clients ask for the document.
    const { describeApi } = await import('#server/api/describe-api.ts');
    document ??= describeApi(router.routes, version);
    return c.json(document, 200);
  });
}

/** Adds the routes for logins. Null means that this server requires no token. */
function addLoginRoutes({ answer }: Router, logins: Logins | null): void {
  answer(loginRoutes.get, (_input, c) => {
    if (logins === null) return { by: 'nothing' as const };
    return {
      by: readBearer(c.req.header('authorization')) === undefined ? ('login' as const) : ('token' as const),
    };
  });
  answer(loginRoutes.end, async ({ query }, c) => {
    const id = loginOf(c);
    if (query.everywhere === 'true') await logins?.closeAll();
    else if (id !== undefined) await logins?.close(id);
    if (logins !== null) forgetLogin(c);
  });
}
