import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { sessionSchemas } from '#server/schemas/session-schemas.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';

/** Its type says nothing of the content: the library takes every name with “json” in it for JSON. */
const lines = {
  description: 'One record per line.',
  content: { 'application/x-ndjson': { schema: z.string() } },
} as { description: string };

const exportLines = createRoute({
  method: 'get',
  path: '/api/sessions/export.jsonl',
  operationId: 'exportSessions',
  summary: 'Export all coding sessions, or those of a project, as JSON lines.',
  request: { query: z.object({ project: z.string().max(500).optional() }) },
  responses: {
    200: lines,
    ...problems(),
  },
});

const importLines = createRoute({
  method: 'post',
  path: '/api/sessions/import',
  operationId: 'importSessions',
  summary: 'Import lines of an export. Existing records are not changed.',
  request: jsonBody(sessionSchemas.importRequest),
  responses: {
    200: jsonAnswer('The import report.', sessionSchemas.importReport),
    ...problems('too_large'),
  },
});

/** Comes before the routes that take a session's number where these have a word. */
export function addSessionFileRoutes(app: OpenAPIHono, { sessions }: { sessions: Sessions }): void {
  app.openapi(exportLines, (c) => {
    const text = ReadableStream.from(sessions.export(c.req.valid('query')));
    return c.body(text.pipeThrough(new TextEncoderStream()), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': 'attachment; filename="sessions.jsonl"',
    });
  });
  app.openapi(importLines, async (c) => c.json(await sessions.import(c.req.valid('json').jsonl), 200));
}
