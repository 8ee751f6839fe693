import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let real: RealServer;
let document: Document;

beforeAll(async () => {
  real = await openRealServer();
  const response = await real.server.fetch(new Request('http://localhost/api/openapi.json'));
  document = (await response.json()) as Document;
});

afterAll(() => real.close());

function operations(): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

describe('the OpenAPI document', () => {
  test('is of version 3.1 and of this program', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.2.3');
  });

  test('names every route', () => {
    expect(
      operations()
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(
      [
        'DELETE /api/issues',
        'DELETE /api/login',
        'GET /api/login',
        'DELETE /api/models/{id}',
        'GET /api/changes',
        'GET /api/diagnosis',
        'GET /api/health',
        'GET /api/issues',
        'GET /api/issues/{id}',
        'GET /api/models',
        'GET /api/models/{id}',
        'GET /api/runs',
        'GET /api/runs/{id}',
        'GET /api/runs/{id}/events',
        'GET /api/settings',
        'GET /api/templates',
        'GET /api/version',
        'PATCH /api/settings',
        'POST /api/models/available',
        'POST /api/models/{id}/test',
        'POST /api/pages',
        'POST /api/checks',
        'PUT /api/checks/verdict',
        'POST /api/repairs',
        'POST /api/repairs/{id}/undo',
        'GET /api/entries/{id}/translations',
        'POST /api/entries/{id}/translations',
        'DELETE /api/entries/{id}/translations',
        'GET /api/entries/{id}/translations/text',
        'POST /api/entries/{id}/translations/restore',
        'GET /api/entries/{id}/export',
        'POST /api/translations',
        'GET /api/translations/titles',
        'POST /api/translations/titles',
        'POST /api/runs/{id}/cancel',
        'POST /api/runs/{id}/retry',
        'POST /api/summaries',
        'GET /api/projects/excluded',
        'POST /api/projects/excluded',
        'DELETE /api/projects/excluded',
        'GET /api/projects/language',
        'PUT /api/projects/language',
        'GET /api/projects/recall',
        'PUT /api/projects/recall',
        'POST /api/sessions/supersession',
        'GET /api/memories/audit',
        'GET /api/fixes',
        'GET /api/memories',
        'POST /api/memories',
        'PATCH /api/memories/{id}',
        'DELETE /api/memories/{id}',
        'POST /api/memories/{id}/restore',
        'POST /api/memories/{id}/confirm',
        'POST /api/memories/{id}/dismiss',
        'POST /api/memories/{id}/undo',
        'POST /api/memories/announce',
        'PUT /api/models/{id}',
        'DELETE /api/entries/{id}',
        'DELETE /api/entries/{id}/summaries',
        'DELETE /api/feeds/{id}',
        'DELETE /api/folders/{id}',
        'GET /api/entries',
        'GET /api/entries/{id}',
        'GET /api/entries/{id}/images/{key}',
        'GET /api/entries/{id}/prompt',
        'GET /api/entries/{id}/summaries',
        'GET /api/feeds/refresh',
        'GET /api/feeds/{id}/icon',
        'GET /api/opml',
        'GET /api/subscriptions',
        'PATCH /api/entries/{id}',
        'PATCH /api/feeds/{id}',
        'PATCH /api/folders/{id}',
        'POST /api/entries',
        'POST /api/entries/mark-read',
        'POST /api/entries/patch',
        'POST /api/entries/{id}/full-text',
        'POST /api/entries/{id}/summaries',
        'POST /api/entries/{id}/summaries/restore',
        'POST /api/feeds',
        'POST /api/feeds/refresh',
        'POST /api/feeds/sample',
        'POST /api/folders',
        'POST /api/opml',
        'DELETE /api/agents/{id}',
        'DELETE /api/spaces/{id}',
        'DELETE /api/threads/{id}',
        'DELETE /api/threads/{id}/queue/{messageId}',
        'GET /api/agents',
        'GET /api/agents/{id}',
        'GET /api/agents/{id}/export',
        'GET /api/spaces',
        'GET /api/spending',
        'GET /api/storage',
        'GET /api/templates/{id}',
        'GET /api/threads',
        'GET /api/threads/search',
        'GET /api/threads/{id}',
        'GET /api/threads/{id}/explain',
        'GET /api/threads/{id}/export.json',
        'GET /api/threads/{id}/export.md',
        'GET /api/threads/{id}/messages',
        'GET /api/threads/{id}/summary/grounding',
        'PATCH /api/spaces/{id}',
        'PATCH /api/threads/{id}',
        'POST /api/agents/{id}/test',
        'POST /api/spaces',
        'POST /api/storage/clear',
        'POST /api/templates/{id}/preview',
        'GET /api/templates/{id}/source',
        'POST /api/templates/{id}/check',
        'PUT /api/templates/{id}',
        'DELETE /api/templates/{id}',
        'POST /api/templates/{id}/restore',
        'POST /api/threads',
        'POST /api/threads/{id}/messages',
        'POST /api/threads/{id}/retry',
        'POST /api/threads/{id}/summary/rebuild',
        'POST /api/threads/{id}/summary/restore',
        'GET /api/threads/{id}/summary/versions',
        'PUT /api/agents/{id}',
        'PUT /api/threads/{id}/messages/{messageId}',
        'PUT /api/threads/{id}/summary',
        'DELETE /api/entries/{id}/tags/{tagId}',
        'DELETE /api/tags/{id}',
        'GET /api/entries/{id}/tags',
        'GET /api/tagging',
        'GET /api/tagging/{id}',
        'GET /api/tagging/{id}/entries',
        'GET /api/tags',
        'GET /api/tags/export',
        'PATCH /api/tags/{id}',
        'POST /api/entries/{id}/tags',
        'POST /api/entries/{id}/tags/suggestions',
        'POST /api/entries/{id}/tags/suggestions/accept',
        'POST /api/entries/{id}/tags/suggestions/dismiss',
        'POST /api/tagging',
        'POST /api/tagging/estimate',
        'POST /api/tagging/{id}/abort',
        'POST /api/tagging/{id}/accept',
        'POST /api/tagging/{id}/resume',
        'POST /api/tagging/{id}/undo',
        'POST /api/tags',
        'POST /api/tags/import',
        'POST /api/tags/{id}/merge',
        'PUT /api/entries/{id}/tags',
        'DELETE /api/conversations/{id}',
        'GET /api/checks',
        'GET /api/conversations',
        'GET /api/conversations/{id}',
        'GET /api/conversations/{id}/grounding',
        'GET /api/conversations/{id}/turns',
        'POST /api/context/recall',
        'POST /api/conversations/{id}/turns',
        'DELETE /api/observations/{id}',
        'DELETE /api/projects',
        'DELETE /api/prompts/{id}',
        'DELETE /api/sessions/{id}',
        'DELETE /api/summaries/{id}',
        'GET /api/context/inject',
        'GET /api/observations',
        'GET /api/projects',
        'GET /api/projects/activity',
        'GET /api/prompts',
        'GET /api/readiness',
        'GET /api/receipts',
        'GET /api/search',
        'GET /api/search/meaning',
        'GET /api/session-records',
        'GET /api/sessions',
        'GET /api/sessions/export.jsonl',
        'GET /api/sessions/{id}',
        'GET /api/sessions/{id}/deliveries',
        'GET /api/stats',
        'GET /api/summaries',
        'GET /api/timeline',
        'GET /stream',
        'GET /api/clients',
        'POST /api/hooks/{client}/{event}',
        'POST /api/sessions/complete',
        'POST /api/sessions/import',
        'POST /api/sessions/init',
        'POST /api/sessions/observations',
        'POST /api/sessions/summarize',
        'POST /api/sessions/summarize/ingest',
      ].toSorted(),
    );
  });

  test('gives every route an answer, its problems and a name of its own', () => {
    for (const [name, { responses, operationId, summary }] of operations()) {
      expect(operationId, `the id of ${name}`).toBeTruthy();
      expect(summary, `the summary of ${name}`).toBeTruthy();
      expect(
        Object.keys(responses).filter((status) => status.startsWith('2')),
        `the answers of ${name}`,
      ).toHaveLength(1);
      for (const status of ['400', '401', '403', '500']) {
        const schema = responses[status]?.content?.['application/problem+json']?.schema;
        expect(schema, `${name} ${status}`).toEqual({ $ref: '#/components/schemas/Problem' });
      }
    }
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('gives every route that takes a body its schema', () => {
    const takers = operations().filter(([name]) =>
      /^(PUT|PATCH|POST .*(summaries|pages|entries|mark-read|patch|feeds|folders|opml|clear|preview|spaces|threads|messages|turns)$|POST .*agents.*test$)/.test(
        name,
      ),
    );
    expect(takers).toHaveLength(33);
    for (const [name, { requestBody }] of takers) {
      expect(requestBody?.required, `the body of ${name}`).toBe(true);
      expect(requestBody?.content['application/json']?.schema, `the schema of ${name}`).toHaveProperty(
        '$ref',
      );
    }
  });

  test('takes an Idempotency-Key wherever a model is asked, and says how it is refused', () => {
    const keyed = operations().filter(([, { parameters = [] }]) =>
      parameters.some(({ name }) => name === 'idempotency-key'),
    );
    expect(keyed.map(([name]) => name).toSorted()).toEqual([
      'POST /api/agents/{id}/test',
      'POST /api/checks',
      'POST /api/conversations/{id}/turns',
      'POST /api/entries/{id}/summaries',
      'POST /api/entries/{id}/tags/suggestions',
      'POST /api/entries/{id}/translations',
      'POST /api/feeds',
      'POST /api/models/{id}/test',
      'POST /api/repairs',
      'POST /api/runs/{id}/retry',
      'POST /api/sessions/summarize',
      'POST /api/summaries',
      'POST /api/tagging',
      'POST /api/threads/{id}/messages',
      'POST /api/threads/{id}/retry',
      'POST /api/threads/{id}/summary/rebuild',
      'POST /api/threads/{id}/summary/restore',
      'POST /api/translations',
      'POST /api/translations/titles',
      'PUT /api/threads/{id}/messages/{messageId}',
    ]);
    for (const [name, { responses }] of keyed) {
      expect(responses[409], `the refusals of ${name}`).toMatchObject({
        description: expect.stringContaining('idempotency_key_reused'),
      });
    }
  });

  test('refers only to schemas that it holds', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name);
  });

  test('lets null be where a schema may be left open, and names what any route may refuse', () => {
    expect(document.components.schemas.TurnStarted).toMatchObject({
      properties: { foldRun: { anyOf: [{ $ref: '#/components/schemas/Run' }, { type: 'null' }] } },
    });
    for (const [name, { responses }] of operations()) {
      expect(Object.keys(responses), `the refusals of ${name}`).toEqual(
        expect.arrayContaining(['413', '503', '507']),
      );
    }
  });

  test('holds only patterns that other programs can read', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(patterns.length).toBeGreaterThan(0);
    for (const [, pattern = ''] of patterns) expect(JSON.parse(pattern)).toMatch(/^\^.*\$$/);
  });
});
