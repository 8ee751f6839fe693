import { Hono } from 'hono';
import { AppError } from '#schema/app-error.ts';
import type { TurnRequest } from '#schema/conversations/conversations-wire.ts';
import { idempotencyKeyHeader, replayedHeader } from '#schema/headers.ts';
import type { SummarySlot } from '#schema/reader-wire.ts';
import { checkRoutes } from '#schema/routes/check-routes.ts';
import { conversationRoutes } from '#schema/routes/conversation-routes.ts';
import { entryRoutes, entrySummaryRoutes } from '#schema/routes/entry-routes.ts';
import { hookRoutes } from '#schema/routes/hook-routes.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import { loginRoutes } from '#schema/routes/status-routes.ts';
import { entryTagRoutes, taggingRoutes, tagRoutes } from '#schema/routes/tag-routes.ts';
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
import { addIssueRoutes, addRunRoutes, addTextRoutes } from './routes/runs.ts';
import { addMemoryRoutes, addSessionRoutes } from './routes/sessions.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addMessageRoutes, addSpaceRoutes, addThreadRoutes } from './routes/spaces.ts';
import { addStatusRoutes } from './routes/status.ts';
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

/** Not part of the OpenAPI document: its protocol describes itself. */
export function addMcpRoute(app: Hono, { mcp }: Pick<ServerPorts, 'mcp'>): void {
  app.post('/mcp', async (c) => mcp(c.req.raw, await c.req.json()));
  app.all('/mcp', (c) => mcp(c.req.raw, undefined));
}

function addCheckRoutes({ answer, startRun }: Router, { checks }: Pick<ServerPorts, 'checks'>): void {
  answer(checkRoutes.state, ({ query }) => checks.state(query));
  startRun(checkRoutes.start, ({ body, runId }) => checks.start(body, { runId }));
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
 * For load balancers, which have no token: whether to send requests here. It reveals nothing else, so
 * it comes before the guards and is not part of the documented API.
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
    // Loaded on first use: few ask for the document.
    const { describeApi } = await import('#server/api/describe-api.ts');
    document ??= describeApi(router.routes, version);
    return c.json(document, 200);
  });
}

/** Null: this server requires no token. */
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

function addConversationRoutes(
  { answer }: Router,
  { conversations }: Pick<ServerPorts, 'conversations'>,
): void {
  answer(conversationRoutes.list, ({ query }) => conversations.list(query));
  answer(conversationRoutes.get, ({ id, query }) => conversations.get(id, query));
  answer(conversationRoutes.remove, ({ id }) => conversations.remove(id));
  answer(conversationRoutes.grounding, ({ id }) => conversations.ground(id));
  answer(conversationRoutes.turns, ({ id, query }) => conversations.listTurns(id, query));
  answer(conversationRoutes.addTurn, async ({ id, body, headers }, c) => {
    const request = withKey(body, headers[idempotencyKeyHeader]);
    const { result, replayed } = await conversations.addTurn(id, request);
    if (replayed) c.header(replayedHeader, 'true');
    return result;
  });
}

/** In the header or in the body; if both are present, they must match. */
function withKey(request: TurnRequest, key: string | undefined): TurnRequest {
  if (key === undefined || key === request.idempotency_key) return request;
  if (request.idempotency_key === undefined) return { ...request, idempotency_key: key };
  throw new AppError('invalid_input', 'idempotency_key: does not match the Idempotency-Key header.');
}

function addReaderRoutes({ answer }: Router, { reader }: Pick<ServerPorts, 'reader'>): void {
  const { subscriptions, feeds, folders, opml } = readerRoutes;
  answer(subscriptions, async () => (await reader()).subscriptions());

  answer(feeds.subscribe, async ({ body }) => (await reader()).subscribe(body));
  answer(feeds.addSample, async () => (await reader()).addSample());
  answer(feeds.refresh, async ({ query }) => (await reader()).refresh(query.feedId));
  answer(feeds.progress, async () => (await reader()).refreshProgress());
  answer(feeds.patch, async ({ id, body }) => (await reader()).patchFeed(id, body));
  answer(feeds.remove, async ({ id }) => (await reader()).deleteFeed(id));
  answer(feeds.icon, async ({ id }, c) => {
    const { type, bytes } = await (await reader()).getIcon(id);
    return c.body(bytes, 200, imageHeaders(type));
  });

  answer(folders.create, async ({ body }) => (await reader()).createFolder(body));
  answer(folders.patch, async ({ id, body }) => (await reader()).patchFolder(id, body));
  answer(folders.remove, async ({ id }) => (await reader()).deleteFolder(id));

  answer(opml.import, async ({ body }) => (await reader()).importOpml(body.opml));
  answer(opml.export, async (_input, c) =>
    c.body(await (await reader()).exportOpml(), 200, {
      'Content-Type': 'text/x-opml; charset=utf-8',
      'Content-Disposition': 'attachment; filename="precis.opml"',
    }),
  );
}

function addTagRoutes({ answer, startRun }: Router, { tags }: Pick<ServerPorts, 'tags'>): void {
  const { library, ofEntry, batches } = tags;
  answer(tagRoutes.list, () => library.list());
  answer(tagRoutes.create, ({ body }) => library.create(body));
  answer(tagRoutes.export, () => library.exportTags());
  answer(tagRoutes.import, ({ body }) => library.importTags(body));
  answer(tagRoutes.patch, ({ id, body }) => library.patch(id, body));
  answer(tagRoutes.merge, ({ id, body }) => library.merge(id, body.into));
  answer(tagRoutes.remove, ({ id }) => library.remove(id));

  answer(entryTagRoutes.get, ({ id }) => ofEntry.get(id));
  answer(entryTagRoutes.add, ({ id, body }) => ofEntry.add(id, body.names));
  answer(entryTagRoutes.replace, ({ id, body }) => ofEntry.replace(id, body.names));
  answer(entryTagRoutes.remove, ({ id, tagId }) => ofEntry.remove(id, tagId));
  startRun(entryTagRoutes.suggest, ({ id, runId }) => ofEntry.suggest(id, { runId }));
  answer(entryTagRoutes.accept, ({ id, body }) => ofEntry.accept(id, body));
  answer(entryTagRoutes.dismiss, ({ id, body }) => ofEntry.dismiss(id, body));

  answer(taggingRoutes.estimate, ({ body }) => batches.estimate(body));
  // The id that an Idempotency-Key reserves for a run names the batch.
  answer(taggingRoutes.start, ({ body, runId }) => batches.start(body, { id: runId }));
  answer(taggingRoutes.list, () => batches.list());
  answer(taggingRoutes.get, ({ id }) => batches.get(id));
  answer(taggingRoutes.entries, ({ id, query }) => batches.listEntries(id, query));
  answer(taggingRoutes.abort, ({ id }) => batches.abort(id));
  answer(taggingRoutes.resume, ({ id }) => batches.resume(id));
  answer(taggingRoutes.accept, ({ id }) => batches.accept(id));
  answer(taggingRoutes.undo, ({ id }) => batches.undo(id));
}

function addEntryRoutes({ answer, startRun }: Router, { reader }: Pick<ServerPorts, 'reader'>): void {
  answer(entryRoutes.list, async ({ query }) => (await reader()).listEntries(query));
  answer(entryRoutes.add, async ({ body }) => (await reader()).addEntry(body));
  answer(entryRoutes.markRead, async ({ body }) => (await reader()).markRead(body));
  answer(entryRoutes.patchMany, async ({ body }) => (await reader()).patchEntries(body));
  answer(entryRoutes.get, async ({ id }) => (await reader()).getEntry(id));
  answer(entryRoutes.patch, async ({ id, body }) => (await reader()).patchEntry(id, body));
  answer(entryRoutes.remove, async ({ id }) => (await reader()).deleteEntry(id));
  answer(entryRoutes.fetchFullText, async ({ id }) => (await reader()).fetchFullText(id));
  answer(entryRoutes.image, async ({ id, key }, c) => {
    const { type, bytes } = await (await reader()).getImage(id, key);
    return c.body(bytes, 200, imageHeaders(type));
  });

  const { start, list, clear, restore, prompt } = entrySummaryRoutes;
  startRun(start, async ({ id, body, runId }) => (await reader()).summarize(id, { ...body, runId }));
  answer(list, async ({ id }) => (await reader()).listSummaries(id));
  answer(clear, async ({ id, query }) => (await reader()).clearSummaries(id, readSlot(query)));
  answer(restore, async ({ id, body }) => (await reader()).restoreSummaries(id, body.undoId));
  answer(prompt, async ({ id, query }) => (await reader()).previewPrompt(id, query));
}

/** Half a slot must not be treated as "all". */
function readSlot({ targetLanguage, detailLevel, of }: Partial<SummarySlot>): SummarySlot | null {
  if (targetLanguage === undefined && detailLevel === undefined && of === undefined) return null;
  if (targetLanguage !== undefined && detailLevel !== undefined)
    return { targetLanguage, detailLevel, ...(of && { of }) };
  throw new AppError('invalid_input', 'query: set both targetLanguage and detailLevel, or neither.');
}

/** A drawing (SVG) may hold scripts; opened as a page, it gets no permissions. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Of an image that came from another site. */
function imageHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'private, max-age=86400',
    'Content-Security-Policy': contentSecurityPolicy,
  };
}
