import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { agentIdSchema } from '#schema/models/agent.ts';
import { keysLeftOutHeader } from '#schema/wire.ts';
import { answerOnce, keyHeaders } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const params = z.object({ id: agentIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/agents',
  operationId: 'listAgents',
  summary: 'List agents, the default one first.',
  responses: { 200: jsonAnswer('The agents.', apiSchemas.agentList), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/agents/{id}',
  operationId: 'getAgent',
  summary: 'Get an agent with the effective value of every field. Keys are never returned.',
  request: { params },
  responses: { 200: jsonAnswer('The agent.', apiSchemas.agent), ...problems('not_found') },
});

const put = createRoute({
  method: 'put',
  path: '/api/agents/{id}',
  operationId: 'putAgent',
  summary: 'Add or update an agent, or import its file. Omit a key to keep it; null removes it.',
  request: { params, ...jsonBody(apiSchemas.agentInput) },
  responses: { 200: jsonAnswer('The agent, with its warnings.', apiSchemas.agent), ...problems() },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/agents/{id}',
  operationId: 'deleteAgent',
  summary: 'Delete an agent and its keys. The default agent is reset instead.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const exportConfig = createRoute({
  method: 'get',
  path: '/api/agents/{id}/export',
  operationId: 'exportAgent',
  summary: `Export an agent as a file, without stored keys. The header ${keysLeftOutHeader} lists the parts that had one.`,
  request: { params },
  responses: { 200: jsonAnswer('The file.', apiSchemas.agentConfig), ...problems('not_found') },
});

const test = createRoute({
  method: 'post',
  path: '/api/agents/{id}/test',
  operationId: 'testAgent',
  summary: 'Send a test request to one of the agent’s models. The response describes any failure.',
  request: { params, headers: keyHeaders, ...jsonBody(apiSchemas.agentTestRequest) },
  responses: {
    200: jsonAnswer('The test result.', apiSchemas.connectionTest),
    ...problems('not_found', 'idempotency_key_reused'),
  },
});

export function addAgentRoutes(
  app: OpenAPIHono,
  { agents, keys }: Pick<ServerPorts, 'agents' | 'keys'>,
): void {
  app.openapi(list, async (c) => c.json({ items: await agents.list() }, 200));
  app.openapi(get, async (c) => c.json(await agents.get(c.req.valid('param').id), 200));
  app.openapi(put, async (c) => c.json(await agents.put(c.req.valid('param').id, c.req.valid('json')), 200));

  app.openapi(remove, async (c) => {
    await agents.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });

  app.openapi(exportConfig, async (c) => {
    const { id } = c.req.valid('param');
    const { config, keysLeftOut } = await agents.exportConfig(id);
    c.header('Content-Disposition', `attachment; filename="${id}.json"`);
    if (keysLeftOut.length > 0) c.header(keysLeftOutHeader, keysLeftOut.join(','));
    return c.json(config, 200);
  });

  app.openapi(test, (c) =>
    answerOnce(c, keys, async () =>
      c.json(await agents.test(c.req.valid('param').id, c.req.valid('json').part), 200),
    ),
  );
}
