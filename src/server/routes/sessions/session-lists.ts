import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  observationIdSchema,
  promptIdSchema,
  sessionIdSchema,
  sessionSummaryIdSchema,
} from '#schema/sessions/session.ts';
import { listRecordsQuerySchema, listSessionsQuerySchema } from '#schema/sessions/sessions-wire.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, problems } from '#server/routes/describe.ts';
import { numberedId } from '#server/routes/numbered-id.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { sessionSchemas } from '#server/schemas/session-schemas.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';

const list = createRoute({
  method: 'get',
  path: '/api/sessions',
  operationId: 'listSessions',
  summary: 'List coding sessions, most recently used first.',
  request: { query: listSessionsQuerySchema },
  responses: { 200: jsonAnswer('A page of sessions.', sessionSchemas.sessionPage), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/sessions/{id}',
  operationId: 'getSession',
  summary: 'Get a coding session.',
  request: { params: z.object({ id: numberedId(sessionIdSchema) }) },
  responses: { 200: jsonAnswer('The session.', sessionSchemas.session), ...problems('not_found') },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/sessions/{id}',
  operationId: 'deleteSession',
  summary: 'Delete a session and everything in it.',
  request: { params: z.object({ id: numberedId(sessionIdSchema) }) },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const listPrompts = createRoute({
  method: 'get',
  path: '/api/prompts',
  operationId: 'listPrompts',
  summary: 'List prompts, newest first.',
  request: { query: listRecordsQuerySchema },
  responses: { 200: jsonAnswer('A page of prompts.', sessionSchemas.promptPage), ...problems() },
});

const listObservations = createRoute({
  method: 'get',
  path: '/api/observations',
  operationId: 'listObservations',
  summary: 'List observations, newest first.',
  request: { query: listRecordsQuerySchema },
  responses: { 200: jsonAnswer('A page of observations.', sessionSchemas.observationPage), ...problems() },
});

const listSummaries = createRoute({
  method: 'get',
  path: '/api/summaries',
  operationId: 'listSessionSummaries',
  summary: 'List summaries of coding sessions, newest first.',
  request: { query: listRecordsQuerySchema },
  responses: { 200: jsonAnswer('A page of summaries.', sessionSchemas.summaryPage), ...problems() },
});

const removePrompt = createRoute({
  method: 'delete',
  path: '/api/prompts/{id}',
  operationId: 'deletePrompt',
  summary: 'Delete a prompt. Its number is not reused.',
  request: { params: z.object({ id: numberedId(promptIdSchema) }) },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const removeObservation = createRoute({
  method: 'delete',
  path: '/api/observations/{id}',
  operationId: 'deleteObservation',
  summary: 'Delete an observation.',
  request: { params: z.object({ id: numberedId(observationIdSchema) }) },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const removeSummary = createRoute({
  method: 'delete',
  path: '/api/summaries/{id}',
  operationId: 'deleteSessionSummary',
  summary: 'Delete a summary of a coding session.',
  request: { params: z.object({ id: numberedId(sessionSummaryIdSchema) }) },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const listProjects = createRoute({
  method: 'get',
  path: '/api/projects',
  operationId: 'listProjects',
  summary: 'List projects with coding sessions, most recently used first.',
  responses: { 200: jsonAnswer('The projects.', sessionSchemas.projectList), ...problems() },
});

const removeProject = createRoute({
  method: 'delete',
  path: '/api/projects',
  operationId: 'deleteProject',
  summary: 'Delete all sessions of a project.',
  request: { query: z.object({ project: z.string().max(500) }) },
  responses: { 200: jsonAnswer('The number of deleted sessions.', apiSchemas.deleted), ...problems() },
});

const stats = createRoute({
  method: 'get',
  path: '/api/stats',
  operationId: 'getSessionStats',
  summary: 'Get counts of stored records.',
  responses: { 200: jsonAnswer('The counts.', sessionSchemas.stats), ...problems() },
});

const readiness = createRoute({
  method: 'get',
  path: '/api/readiness',
  operationId: 'getReadiness',
  summary: 'Check whether the server can store and search.',
  responses: {
    200: jsonAnswer('The server is ready.', z.object({ status: z.literal('ok') })),
    ...problems('database_unavailable'),
  },
});

type ListPorts = Pick<ServerPorts, 'version' | 'startedAt' | 'now'> & { sessions: Sessions };

export function addSessionListRoutes(app: OpenAPIHono, ports: ListPorts): void {
  const { sessions } = ports;
  app.openapi(list, async (c) => c.json(await sessions.list(c.req.valid('query')), 200));
  app.openapi(get, async (c) => c.json(await sessions.get(c.req.valid('param').id), 200));
  app.openapi(remove, async (c) => {
    await sessions.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });

  app.openapi(listPrompts, async (c) =>
    c.json(await sessions.listRecords('prompt', c.req.valid('query')), 200),
  );
  app.openapi(listObservations, async (c) =>
    c.json(await sessions.listRecords('observation', c.req.valid('query')), 200),
  );
  app.openapi(listSummaries, async (c) =>
    c.json(await sessions.listRecords('summary', c.req.valid('query')), 200),
  );
  app.openapi(removePrompt, async (c) => {
    await sessions.removeRecord('prompt', c.req.valid('param').id);
    return c.body(null, 204);
  });
  app.openapi(removeObservation, async (c) => {
    await sessions.removeRecord('observation', c.req.valid('param').id);
    return c.body(null, 204);
  });
  app.openapi(removeSummary, async (c) => {
    await sessions.removeRecord('summary', c.req.valid('param').id);
    return c.body(null, 204);
  });

  app.openapi(listProjects, async (c) => c.json(await sessions.projects(), 200));
  app.openapi(removeProject, async (c) =>
    c.json({ deleted: await sessions.removeProject(c.req.valid('query').project) }, 200),
  );
  app.openapi(stats, async (c) => {
    const uptimeMs = Math.max(0, Math.round(ports.now() - ports.startedAt));
    return c.json({ worker: { version: ports.version, uptimeMs }, database: await sessions.counts() }, 200);
  });
  app.openapi(readiness, async (c) => {
    await sessions.ping();
    return c.json({ status: 'ok' as const }, 200);
  });
}
