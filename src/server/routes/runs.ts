import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { runIdSchema } from '#schema/ids.ts';
import { listRunsQuerySchema } from '#schema/wire.ts';
import { keyHeaders, startRunOnce } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { jsonAnswer, problems } from './describe.ts';

const params = z.object({ id: runIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/runs',
  operationId: 'listRuns',
  summary: 'List runs, newest first.',
  request: { query: listRunsQuerySchema },
  responses: { 200: jsonAnswer('A page of runs.', apiSchemas.runPage), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/runs/{id}',
  operationId: 'getRun',
  summary: 'Get a run, the inputs of its prompts, and its output if that is still stored.',
  request: { params },
  responses: { 200: jsonAnswer('The run.', apiSchemas.runWithSummary), ...problems('not_found') },
});

const cancel = createRoute({
  method: 'post',
  path: '/api/runs/{id}/cancel',
  operationId: 'cancelRun',
  summary: 'Cancel a run. A run that has ended is not changed.',
  request: { params },
  responses: { 200: jsonAnswer('The run.', apiSchemas.run), ...problems('not_found') },
});

const retry = createRoute({
  method: 'post',
  path: '/api/runs/{id}/retry',
  operationId: 'retryRun',
  summary: 'Retry a failed or cancelled run as a new run.',
  request: { params, headers: keyHeaders },
  responses: {
    202: jsonAnswer('The run: a new one, or an identical one in progress.', apiSchemas.run),
    ...problems('not_found', 'conflict', 'idempotency_key_reused'),
  },
});

export function addRunRoutes(
  app: OpenAPIHono,
  ports: Pick<ServerPorts, 'engine' | 'keys' | 'queries' | 'summaries' | 'templates'>,
): void {
  const { engine, keys, queries, templates } = ports;
  app.openapi(list, async (c) => c.json(await queries.listRuns(c.req.valid('query')), 200));

  app.openapi(get, async (c) => {
    const { id } = c.req.valid('param');
    const run = await queries.getRun(id);
    if (run === null) throw new AppError('not_found', `Run ${id} not found.`);
    const used = run.provenance?.templates ?? [];
    return c.json(
      {
        run,
        summary: await ports.summaries.getSummaryByRun(id),
        prompt: await queries.getPrompt(id),
        templateChanged: !(await templates.areCurrent(used)),
      },
      200,
    );
  });

  app.openapi(cancel, async (c) => c.json(await engine.cancel(c.req.valid('param').id), 200));

  app.openapi(retry, (c) =>
    startRunOnce(c, {
      keys,
      getRun: queries.getRun,
      start: (newRunId) => engine.retry(c.req.valid('param').id, { newRunId }),
    }),
  );
}
