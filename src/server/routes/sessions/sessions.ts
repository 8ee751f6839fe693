import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import { answerOnce, keyHeaders } from '#server/idempotency/answer-once.ts';
import type { KeyPorts } from '#server/idempotency/hold-key.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { sessionSchemas } from '#server/schemas/session-schemas.ts';
import { toSessionProblem } from '#server/session-problem.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';

const init = createRoute({
  method: 'post',
  path: '/api/sessions/init',
  operationId: 'initSession',
  summary: 'Record a prompt of a coding session. Creates the session if it does not exist.',
  request: jsonBody(sessionSchemas.initRequest),
  responses: { 200: jsonAnswer('The prompt’s number.', sessionSchemas.initAnswer), ...problems('too_large') },
});

const observe = createRoute({
  method: 'post',
  path: '/api/sessions/observations',
  operationId: 'addObservation',
  summary: 'Record a tool call of a session and its result.',
  request: jsonBody(sessionSchemas.observationRequest),
  responses: {
    200: jsonAnswer('Whether it was recorded.', sessionSchemas.queuedAnswer),
    ...problems('too_large'),
  },
});

const summarize = createRoute({
  method: 'post',
  path: '/api/sessions/summarize',
  operationId: 'summarizeSession',
  summary: 'Queue a summary of the newest turn of a session.',
  request: { headers: keyHeaders, ...jsonBody(sessionSchemas.summarizeRequest) },
  responses: {
    200: jsonAnswer('Whether it was queued.', sessionSchemas.queuedAnswer),
    ...problems('not_found', 'too_large', 'idempotency_key_reused'),
  },
});

const ingest = createRoute({
  method: 'post',
  path: '/api/sessions/summarize/ingest',
  operationId: 'ingestSessionSummary',
  summary: 'Store a finished summary of the newest turn of a session.',
  request: jsonBody(sessionSchemas.ingestRequest),
  responses: {
    200: jsonAnswer('Where it is stored, or why it was skipped.', sessionSchemas.ingestAnswer),
    ...problems('too_large'),
  },
});

const complete = createRoute({
  method: 'post',
  path: '/api/sessions/complete',
  operationId: 'completeSession',
  summary: 'Mark a session as completed.',
  request: jsonBody(sessionSchemas.completeRequest),
  responses: {
    200: jsonAnswer('Whether it was active.', sessionSchemas.completeAnswer),
    ...problems('too_large'),
  },
});

type Parsed = { success: true } | { success: false; error: z.ZodError };

/** What a plugin sends during a session. */
export function addSessionRoutes(
  app: OpenAPIHono,
  { keys, sessions }: { keys: KeyPorts; sessions: Sessions },
): void {
  const refuse = (parsed: Parsed): undefined => {
    if (!parsed.success) throw toSessionProblem(parsed.error);
  };

  app.openapi(init, async (c) => c.json(await sessions.init(c.req.valid('json')), 200), refuse);
  app.openapi(observe, async (c) => c.json(await sessions.observe(c.req.valid('json')), 200), refuse);
  app.openapi(
    summarize,
    (c) => answerOnce(c, keys, async () => c.json(await sessions.summarize(c.req.valid('json')), 200)),
    refuse,
  );
  app.openapi(ingest, async (c) => c.json(await sessions.ingest(c.req.valid('json')), 200), refuse);
  app.openapi(
    complete,
    async (c) => c.json(await sessions.complete(c.req.valid('json').contentSessionId), 200),
    refuse,
  );
}
