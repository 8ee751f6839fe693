import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { feedIdSchema } from '#schema/feed.ts';
import { answerOnce, keyHeaders } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { numberedId } from '#server/routes/numbered-id.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const params = z.object({ id: numberedId(feedIdSchema) });

const list = createRoute({
  method: 'get',
  path: '/api/subscriptions',
  operationId: 'listSubscriptions',
  summary: 'List folders and feeds with their unread counts.',
  responses: { 200: jsonAnswer('All subscriptions.', apiSchemas.subscriptions), ...problems() },
});

const subscribe = createRoute({
  method: 'post',
  path: '/api/feeds',
  operationId: 'subscribe',
  summary:
    'Subscribe to a feed by its URL or by the URL of a site that links to one. A site with several feeds returns `feed_choice`; subscribe to one of those listed in `details.feeds`.',
  request: { headers: keyHeaders, ...jsonBody(apiSchemas.subscribeRequest) },
  responses: {
    201: jsonAnswer(
      'The feed, with its first entries stored. The others follow while `loading` is not null.',
      apiSchemas.feed,
    ),
    ...problems(
      'conflict',
      'idempotency_key_reused',
      'not_found',
      'feed_choice',
      'feed_missing',
      'feed_unreadable',
      'fetch_refused',
      'fetch_failed',
      'fetch_timeout',
      'fetch_too_large',
      'too_large',
    ),
  },
});

const addSample = createRoute({
  method: 'post',
  path: '/api/feeds/sample',
  operationId: 'addSampleFeed',
  summary: 'Subscribe to the sample feed that ships with Precis. Needs no network.',
  responses: { 201: jsonAnswer('The feed.', apiSchemas.feed), ...problems() },
});

const refresh = createRoute({
  method: 'post',
  path: '/api/feeds/refresh',
  operationId: 'refreshFeeds',
  summary: 'Start to refresh all feeds, or one.',
  request: { query: z.object({ feedId: numberedId(feedIdSchema).optional() }) },
  responses: {
    202: jsonAnswer('The progress of the refresh.', apiSchemas.refreshProgress),
    ...problems('not_found'),
  },
});

const progress = createRoute({
  method: 'get',
  path: '/api/feeds/refresh',
  operationId: 'getRefreshProgress',
  summary: 'Get the progress of this server’s refresh, or the result of the last one.',
  responses: { 200: jsonAnswer('The progress of the refresh.', apiSchemas.refreshProgress), ...problems() },
});

const patch = createRoute({
  method: 'patch',
  path: '/api/feeds/{id}',
  operationId: 'patchFeed',
  summary: 'Rename a feed, move it, or change how it is fetched.',
  request: { params, ...jsonBody(apiSchemas.feedPatch) },
  responses: { 200: jsonAnswer('The feed.', apiSchemas.feed), ...problems('not_found') },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/feeds/{id}',
  operationId: 'deleteFeed',
  summary: 'Delete a feed, its entries and their summaries. Starred entries are kept as saved entries.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

export function addFeedRoutes(
  app: OpenAPIHono,
  { keys, reader }: Pick<ServerPorts, 'keys' | 'reader'>,
): void {
  app.openapi(list, async (c) => c.json(await (await reader()).subscriptions(), 200));
  app.openapi(subscribe, (c) =>
    answerOnce(c, keys, async () => c.json(await (await reader()).subscribe(c.req.valid('json')), 201)),
  );
  app.openapi(addSample, async (c) => c.json(await (await reader()).addSample(), 201));
  app.openapi(refresh, async (c) => c.json(await (await reader()).refresh(c.req.valid('query').feedId), 202));
  app.openapi(progress, async (c) => c.json((await reader()).refreshProgress(), 200));

  app.openapi(patch, async (c) => {
    const feed = await (await reader()).patchFeed(c.req.valid('param').id, c.req.valid('json'));
    return c.json(feed, 200);
  });

  app.openapi(remove, async (c) => {
    await (await reader()).deleteFeed(c.req.valid('param').id);
    return c.body(null, 204);
  });
}
