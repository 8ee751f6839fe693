import fc from 'fast-check';
import { type Json, mutate, mutations } from './hostile.ts';
import { known } from './known.ts';
import type { ApiDocument, JsonSchema } from './read-operations.ts';

type Values = fc.Arbitrary<Json>;
type Resolve = ApiDocument['resolve'];

export const oneKnown = (kind: string) => fc.nat(30).map((at) => known(kind, at));

const sentence =
  'The old bridge over the river was closed in March, because its {n} bolts had rusted and nobody had looked. ';
const articles = fc
  .integer({ min: 3, max: 12 })
  .map((count) =>
    Array.from({ length: count }, (_, index) => sentence.replace('{n}', String(index + 2))).join(''),
  );
const texts = fc.oneof(articles, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }));
const mostly = (values: Values, others: Values) =>
  fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: others });
const urls: Values = mostly(
  oneKnown('urls'),
  fc.constantFrom(
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://user:word@127.0.0.1:1/',
    'http://10.0.0.1/',
    'http://127.1/',
    'ftp://127.0.0.1/',
    'file:///etc/hosts',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://127.0.0.1:99999/',
  ),
);

const ofSession = { contentSessionId: 'oc-imported', project: 'web' };
const ofRecord = { ...ofSession, promptNumber: 1, createdAt: 1_700_000_000_000, eventKey: 'k' };
const tool = { toolName: 'bash', toolInput: 'ls', toolResponse: 'bridge', cwd: '' };
const fields = {
  request: 'a',
  investigated: 'b',
  learned: 'c',
  completed: 'd',
  next_steps: 'e',
  notes: null,
};
const exportLine = fc.constantFrom<Json>(
  { type: 'session', ...ofSession, status: 'active', startedAt: 1_700_000_000_000, completedAt: null },
  { type: 'prompt', ...ofRecord, text: 'Mend the bridge.' },
  { type: 'observation', ...ofRecord, ...tool },
  { type: 'summary', ...ofRecord, ...fields },
  // These have the last valid values for a date and a safe integer, and one value beyond each.
  { type: 'prompt', ...ofRecord, eventKey: 'late', text: 'bridge', createdAt: 8.64e15 },
  { type: 'observation', ...ofRecord, ...tool, eventKey: 'later', createdAt: 9e15 },
  { type: 'summary', ...ofRecord, ...fields, promptNumber: Number.MAX_SAFE_INTEGER },
  { type: 'prompt', ...ofRecord, eventKey: 'last', text: 'bridge', promptNumber: Number.MAX_SAFE_INTEGER },
);
const exportLines = fc
  .array(fc.tuple(exportLine, fc.array(mutations, { maxLength: 1 })), { minLength: 1, maxLength: 4 })
  .map((lines) => lines.map(([line, changes]) => JSON.stringify(changes.reduce(mutate, line))).join('\n'));

const languages: Values = fc.constantFrom('en', 'de', 'zh-Hans', 'pt-BR');

/** The values of fields whose meaning is narrower than their schema. They are matched by name anywhere. */
const byName: Record<string, Values> = {
  feedId: oneKnown('feeds'),
  folderId: oneKnown('folders'),
  spaceId: oneKnown('spaces'),
  agentId: oneKnown('agents'),
  agent_id: oneKnown('agents'),
  sessionDbId: oneKnown('sessions'),
  contentSessionId: mostly(oneKnown('contentSessions'), fc.constant(ofSession.contentSessionId)),
  project: oneKnown('projects'),
  projects: oneKnown('projects'),
  anchor: oneKnown('refs'),
  refs: oneKnown('refs'),
  cursor: oneKnown('cursors'),
  messageId: oneKnown('messages'),
  modelProfileId: oneKnown('models'),
  primaryModelProfileId: oneKnown('models'),
  fallbackModelProfileId: oneKnown('models'),
  templateId: oneKnown('templates'),
  url: urls,
  opml: mostly(oneKnown('opml'), texts),
  jsonl: fc.oneof(oneKnown('jsonl'), exportLines),
  // Other providers have a default URL, which is not on this machine.
  provider: fc.constantFrom('openai-compatible', 'ollama'),
  baseUrl: oneKnown('modelUrls'),
  apiBase: oneKnown('modelUrls'),
  model: fc.constantFrom('builtin', 'scripted', 'm'),
  text: texts,
  content: texts,
  prompt: texts,
  final_response: texts,
  user_message: texts,
  query: fc.constantFrom('bridge', 'old bridge', 'brid'),
  q: fc.constantFrom('bridge', 'old bridge', 'brid'),
  format: fc.constantFrom('json', 'text'),
  offset: fc.nat(5),
  limit: fc.integer({ min: 1, max: 100 }),
  depth_before: fc.nat(20),
  depth_after: fc.nat(20),
  dateStart: fc.constantFrom('2026-01-31', '2020-01-01T00:00:00Z', '1700000000000'),
  dateEnd: fc.constantFrom('2036-01-31', '2040-01-01T00:00:00Z'),
  summaryRevision: fc.nat(2),
  targetLanguage: languages,
  defaultTargetLanguage: languages,
};

/** Makes valid values for a field that often mean something to the server. */
export function fieldValues(name: string, schema: JsonSchema, resolve: Resolve): Values {
  return Object.hasOwn(byName, name) ? (byName[name] as Values) : fittingValues(schema, resolve);
}

export function fittingValues(schema: JsonSchema, resolve: Resolve): Values {
  const resolved = resolve(schema);
  if (resolved.enum !== undefined) return fc.constantFrom(...(resolved.enum as Json[]));
  const forms = resolved.anyOf ?? resolved.oneOf;
  if (forms !== undefined) return fc.oneof(...forms.map((form) => fittingValues(form, resolve)));
  const types = [resolved.type ?? []].flat();
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => valuesOfType(type, resolved, resolve)));
}

function valuesOfType(type: string, schema: JsonSchema, resolve: Resolve): Values {
  switch (type) {
    case 'string':
      return strings(schema);
    case 'integer':
      return integers(schema);
    case 'number': {
      const { min, max } = boundsOf(schema);
      return fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fittingValues(schema.items ?? {}, resolve), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return objects(schema, resolve);
    default:
      return fc.constant(null);
  }
}

function strings({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): Values {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return oneKnown('modelUrls');
  if (pattern === '^[^]*\\S[^]*$') return texts;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  return fc.oneof(fc.string(bounds), fc.string({ ...bounds, unit: 'grapheme' }));
}

/** Makes integers, mostly small ones and sometimes one that a database column may not hold. */
function integers(schema: JsonSchema): Values {
  const { min, max } = boundsOf(schema);
  return mostly(fc.integer({ min, max: Math.min(max, min + 1000) }), fc.integer({ min, max }));
}

function boundsOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): { min: number; max: number } {
  const min = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  return { min, max: maximum ?? Number.MAX_SAFE_INTEGER };
}

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  resolve: Resolve,
): Values {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, fieldValues(name, field, resolve)] as const,
  );
  const described: Values = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if (typeof additionalProperties !== 'object') return described;
  const others = fc.dictionary(fc.string({ maxLength: 8 }), fittingValues(additionalProperties, resolve), {
    maxKeys: 2,
  });
  return fc.tuple(described, others).map(([mine, more]) => ({ ...more, ...(mine as object) }));
}
