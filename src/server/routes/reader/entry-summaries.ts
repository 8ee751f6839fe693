import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { entryIdSchema } from '#schema/entry.ts';
import { type SummarySlot, summarySlotSchema } from '#schema/reader-wire.ts';
import { keyHeaders, startRunOnce } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { numberedId } from '#server/routes/numbered-id.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const params = z.object({ id: numberedId(entryIdSchema) });
const query = summarySlotSchema.partial();

const summarize = createRoute({
  method: 'post',
  path: '/api/entries/{id}/summaries',
  operationId: 'summarizeEntry',
  summary: 'Summarize an entry. Follow the run through its events.',
  request: { params, headers: keyHeaders, ...jsonBody(apiSchemas.summarizeEntryRequest) },
  responses: {
    202: jsonAnswer('The run: a new one, or an identical one in progress.', apiSchemas.run),
    ...problems(
      'idempotency_key_reused',
      'not_found',
      'conflict',
      'source_empty',
      'source_too_short',
      'source_title_only',
      'source_blocked',
      'database_unavailable',
    ),
  },
});

const list = createRoute({
  method: 'get',
  path: '/api/entries/{id}/summaries',
  operationId: 'listEntrySummaries',
  summary: 'List the stored summaries of an entry, newest first, and the run in progress.',
  request: { params },
  responses: { 200: jsonAnswer('The summaries.', apiSchemas.entrySummaries), ...problems('not_found') },
});

const clear = createRoute({
  method: 'delete',
  path: '/api/entries/{id}/summaries',
  operationId: 'clearEntrySummaries',
  summary:
    'Delete one summary of an entry, by language and detail, or all of them. Cancels runs that are writing them.',
  request: { params, query },
  responses: {
    200: jsonAnswer('The number of deleted summaries, and how to undo.', apiSchemas.clearedSummaries),
    ...problems('not_found'),
  },
});

const restore = createRoute({
  method: 'post',
  path: '/api/entries/{id}/summaries/restore',
  operationId: 'restoreEntrySummaries',
  summary: 'Undo a clear from the last ten minutes. Newer summaries are kept.',
  request: { params, ...jsonBody(apiSchemas.restoreSummariesRequest) },
  responses: {
    200: jsonAnswer('The number of restored summaries.', apiSchemas.restoredSummaries),
    ...problems('not_found'),
  },
});

const prompt = createRoute({
  method: 'get',
  path: '/api/entries/{id}/prompt',
  operationId: 'previewPrompt',
  summary: 'Preview the prompt that a run for this entry would send.',
  request: { params, query },
  responses: {
    200: jsonAnswer('The prompt.', apiSchemas.promptPreview),
    ...problems('not_found', 'template_missing', 'template_invalid', 'template_parameter_missing'),
  },
});

export function addEntrySummaryRoutes(
  app: OpenAPIHono,
  { keys, queries, reader }: Pick<ServerPorts, 'keys' | 'queries' | 'reader'>,
): void {
  app.openapi(summarize, (c) =>
    startRunOnce(c, {
      keys,
      getRun: queries.getRun,
      start: async (runId) =>
        (await reader()).summarize(c.req.valid('param').id, { ...c.req.valid('json'), runId }),
    }),
  );

  app.openapi(list, async (c) => c.json(await (await reader()).listSummaries(c.req.valid('param').id), 200));

  app.openapi(clear, async (c) => {
    const slot = readSlot(c.req.valid('query'));
    return c.json(await (await reader()).clearSummaries(c.req.valid('param').id, slot), 200);
  });

  app.openapi(restore, async (c) => {
    const { undoId } = c.req.valid('json');
    const restored = await (await reader()).restoreSummaries(c.req.valid('param').id, undoId);
    return c.json({ restored }, 200);
  });

  app.openapi(prompt, async (c) => {
    const preview = await (await reader()).previewPrompt(c.req.valid('param').id, c.req.valid('query'));
    return c.json(preview, 200);
  });
}

/** Half a slot must not be treated as "all". */
function readSlot({ targetLanguage, detailLevel }: Partial<SummarySlot>): SummarySlot | null {
  if (targetLanguage === undefined && detailLevel === undefined) return null;
  if (targetLanguage !== undefined && detailLevel !== undefined) return { targetLanguage, detailLevel };
  throw new AppError('invalid_input', 'query: set both targetLanguage and detailLevel, or neither.');
}
