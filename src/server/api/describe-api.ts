import { z } from 'zod';
import * as conversation from '#schema/conversations/conversation.ts';
import * as conversationsWire from '#schema/conversations/conversations-wire.ts';
import * as entry from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import * as feed from '#schema/feed.ts';
import { idempotencyKeyHeader } from '#schema/headers.ts';
import { keyHeaders } from '#schema/ids.ts';
import * as agent from '#schema/models/agent.ts';
import * as modelProfile from '#schema/models/model-profile.ts';
import * as problem from '#schema/problem.ts';
import * as readerWire from '#schema/reader-wire.ts';
import type { Route } from '#schema/routes/route.ts';
import * as checkWire from '#schema/runs/check-wire.ts';
import * as issue from '#schema/runs/issue.ts';
import * as run from '#schema/runs/run.ts';
import * as runEvent from '#schema/runs/run-event.ts';
import * as summary from '#schema/runs/summary.ts';
import * as fixesWire from '#schema/sessions/fixes-wire.ts';
import * as memory from '#schema/sessions/memory.ts';
import * as projectWire from '#schema/sessions/project-wire.ts';
import * as session from '#schema/sessions/session.ts';
import * as sessionsWire from '#schema/sessions/sessions-wire.ts';
import * as settings from '#schema/settings.ts';
import * as space from '#schema/spaces/space.ts';
import * as spacesWire from '#schema/spaces/spaces-wire.ts';
import * as tagWire from '#schema/tag-wire.ts';
import * as tag from '#schema/tags/tag.ts';
import * as template from '#schema/template.ts';
import * as translation from '#schema/translations/translation.ts';
import * as translationWire from '#schema/translations/translation-wire.ts';
import * as wire from '#schema/wire.ts';
import { problemMediaType, statusOf } from '#server/problem.ts';

/**
 * The modules whose schemas have names in the document. The exported `runPageSchema`, for example, becomes `RunPage`.
 */
const modules: object[] = [
  agent,
  checkWire,
  conversation,
  conversationsWire,
  entry,
  feed,
  fixesWire,
  issue,
  memory,
  modelProfile,
  problem,
  projectWire,
  readerWire,
  run,
  runEvent,
  session,
  sessionsWire,
  settings,
  space,
  spacesWire,
  summary,
  tag,
  tagWire,
  template,
  translation,
  translationWire,
  wire,
];

const everywhere: ErrorCode[] = [
  'invalid_input',
  'unauthorized',
  'foreign_host',
  'too_large',
  'internal',
  'database_damaged',
  'database_unavailable',
  'disk_full',
];

const keyDescription = 'Repeating a request with the same key within 24 hours returns the same response.';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Makes the OpenAPI document of these routes. */
export function describeApi(routes: readonly Route[], version: string): object {
  const schemas = createSchemas();
  const paths = new Map<string, Record<string, object>>();
  for (const route of routes) {
    const operation = { [route.method.toLowerCase()]: describeRoute(route, schemas) };
    paths.set(route.path, { ...paths.get(route.path), ...operation });
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Precis', version, description: 'Summaries you can trust.', license: { name: 'MIT' } },
    servers: [{ url: '/' }],
    // The empty entry means that a server on loopback requires no token.
    security: [{ token: [] }, {}],
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas.named,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function describeRoute(route: Route, { convert, refer }: Schemas): object {
  const { operationId, summary, params = {}, query = z.object(), headers = z.object(), body } = route;
  const parameters = [
    ...parametersIn('path', convert(z.object(params))),
    ...parametersIn('query', convert(query)),
    ...parametersIn('header', convert(headers)),
    ...(route.keyed ? parametersIn('header', convert(keyHeaders)) : []),
  ];
  return {
    operationId,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: refer(body) } } },
    }),
    responses: { ...describeAnswer(route, refer), ...describeProblems(route, refer) },
  };
}

function parametersIn(place: 'path' | 'query' | 'header', { properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(name === idempotencyKeyHeader && { description: keyDescription }),
    schema,
  }));
}

function describeAnswer({ status, gives, answer, type, types, plain }: Route, refer: Convert): object {
  const json = 'application/json';
  if (answer === undefined && type === undefined) return { 204: { description: gives } };
  const schema = refer(answer ?? z.string());
  const content =
    plain === undefined
      ? Object.fromEntries((types ?? [type ?? json]).map((name) => [name, { schema }]))
      : plain instanceof z.ZodString
        ? { 'text/plain': { schema: refer(plain) }, [json]: { schema } }
        : { [json]: { schema: { anyOf: [refer(plain), schema] } } };
  return { [status ?? 200]: { description: gives, content } };
}

function describeProblems({ keyed, problems = [] }: Route, refer: Convert): object {
  const reused: ErrorCode[] = keyed ? ['idempotency_key_reused'] : [];
  const byStatus = Map.groupBy(new Set([...everywhere, ...reused, ...problems]), statusOf);
  const content = { [problemMediaType]: { schema: refer(problem.problemSchema) } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

type Schemas = ReturnType<typeof createSchemas>;

type Convert = (schema: z.ZodType) => JsonSchema;

/** Converts schemas to JSON Schema. Schemas with a name are stored separately, and others refer to them. */
function createSchemas() {
  const names = z.registry<{ id: string }>();
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
    const isNamed = [z.ZodObject, z.ZodUnion, z.ZodIntersection].some((kind) => schema instanceof kind);
    if (isNamed && !name.endsWith('QuerySchema'))
      names.add(schema, { id: `${name[0]?.toUpperCase()}${name.slice(1, -'Schema'.length)}` });
  }
  const named: Record<string, JsonSchema> = {};

  const convert: Convert = (schema) => {
    const options = {
      metadata: names,
      io: 'input',
      unrepresentable: 'any',
      override: dropSafeLimits,
    } as const;
    const { $schema: _, $defs = {}, ...converted } = z.toJSONSchema(schema, options);
    Object.assign(named, $defs);
    return converted;
  };

  const refer: Convert = (schema) => {
    const converted = convert(schema);
    const id = names.get(schema)?.id;
    if (id === undefined) return converted;
    if (!Object.hasOwn(named, id)) named[id] = converted;
    return { $ref: `#/$defs/${id}` };
  };

  return { named, convert, refer };
}

/** Removes limits that only say that JavaScript can represent the number. */
function dropSafeLimits({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
