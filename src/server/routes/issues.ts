import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { issueIdSchema } from '#schema/ids.ts';
import { listIssuesQuerySchema } from '#schema/wire.ts';
import type { ServerPorts } from '#server/ports.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { jsonAnswer, problems } from './describe.ts';

const list = createRoute({
  method: 'get',
  path: '/api/issues',
  operationId: 'listIssues',
  summary: 'List diagnostic records, newest first.',
  request: { query: listIssuesQuerySchema },
  responses: { 200: jsonAnswer('A page of issues.', apiSchemas.issuePage), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/issues/{id}',
  operationId: 'getIssue',
  summary: 'Get a diagnostic record.',
  request: { params: z.object({ id: issueIdSchema }) },
  responses: { 200: jsonAnswer('The issue.', apiSchemas.issue), ...problems('not_found') },
});

const clear = createRoute({
  method: 'delete',
  path: '/api/issues',
  operationId: 'deleteIssues',
  summary: 'Delete all diagnostic records.',
  responses: { 200: jsonAnswer('The number of deleted records.', apiSchemas.deleted), ...problems() },
});

export function addIssueRoutes(app: OpenAPIHono, { queries }: Pick<ServerPorts, 'queries'>): void {
  app.openapi(list, async (c) => c.json(await queries.listIssues(c.req.valid('query')), 200));

  app.openapi(get, async (c) => {
    const { id } = c.req.valid('param');
    const issue = await queries.getIssue(id);
    if (issue === null) throw new AppError('not_found', `Issue ${id} not found.`);
    return c.json(issue, 200);
  });

  app.openapi(clear, async (c) => c.json({ deleted: await queries.deleteIssues() }, 200));
}
