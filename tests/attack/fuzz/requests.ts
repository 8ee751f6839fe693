import fc from 'fast-check';
import { fieldValues, fittingValues, oneKnown } from './fitting-values.ts';
import { hostileTexts, type Json, mutate, mutations } from './hostile.ts';
import type { ApiDocument, Operation } from './read-operations.ts';

/** A request as it is generated: what the server holds is still to be filled in. */
export interface FuzzRequest {
  operation: string;
  method: string;
  path: string;
  /** What goes into the braces of the path, and whether it is written as it is, percent signs and all. */
  params: Record<string, { value: string; isEncoded?: boolean }>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: { text: string; encoding?: 'utf8' | 'latin1' | 'utf16le' } | null;
}

type Requests = fc.Arbitrary<FuzzRequest>;

/** Requests that fit the document, that nearly do, and that do not at all. */
export function requestsOf(operation: Operation, { resolve }: Pick<ApiDocument, 'resolve'>): Requests {
  const fitting = fittingRequests(operation, resolve);
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 4, arbitrary: nearlyFitting(fitting, operation, resolve) },
    { weight: 2, arbitrary: notFitting(fitting) },
  );
}

function fittingRequests(operation: Operation, resolve: ApiDocument['resolve']): Requests {
  const { id, method, path, parameters, body } = operation;
  const valuesIn = (place: string) => {
    const those = parameters.filter((parameter) => parameter.in === place);
    const model = those.map(({ name, schema }) => [
      name,
      name === 'id' ? oneKnown(path.split('/')[2] ?? '') : fieldValues(name, schema, resolve),
    ]);
    const requiredKeys = those.filter(({ required }) => required === true).map(({ name }) => name);
    return fc.record<Record<string, Json>, string>(Object.fromEntries(model), { requiredKeys }).map(toTexts);
  };
  return fc.record({
    operation: fc.constant(id),
    method: fc.constant(method),
    path: fc.constant(path),
    params: valuesIn('path').map((texts) =>
      Object.fromEntries(texts.map(([name, value]) => [name, { value }])),
    ),
    query: valuesIn('query'),
    headers: valuesIn('header').map((texts) => ({
      ...Object.fromEntries(texts.map(([name, value]) => [name, toHeader(value)])),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    })),
    body:
      body === null
        ? fc.constant(null)
        : fittingValues(body, resolve).map((value) => ({ text: toJson(value) })),
  });
}

/** One or more of its parts are not what they should be. */
function nearlyFitting(
  fitting: Requests,
  { parameters, body }: Operation,
  resolve: ApiDocument['resolve'],
): Requests {
  const named = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
  const [paramNames, queryNames, headerNames] = [named('path'), named('query'), named('header')];
  const changes: fc.Arbitrary<Partial<FuzzRequest>>[] = [
    fc
      .array(fc.tuple(fc.constantFrom('__proto__', 'constructor', 'x', ...queryNames), hostileTexts), {
        minLength: 1,
        maxLength: 3,
      })
      .map((query) => ({ query })),
  ];
  if (paramNames.length > 0) {
    const params = fc.oneof(
      hostileTexts.map((value) => ({ value })),
      fc
        .constantFrom('%zz', '%00', '%', '%c0%af', '%ff', '..%2f..', ';a=b', 'a%20b', '%F0%9F')
        .map((value) => ({
          value,
          isEncoded: true,
        })),
    );
    changes.push(
      params.map((value) => ({ params: Object.fromEntries(paramNames.map((name) => [name, value])) })),
    );
  }
  if (headerNames.length > 0) {
    changes.push(
      hostileTexts.map((value) => ({
        headers: {
          ...Object.fromEntries(headerNames.map((name) => [name, toHeader(value)])),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
      })),
    );
  }
  if (body !== null) {
    const bodies = fc
      .tuple(fittingValues(body, resolve), fc.array(mutations, { minLength: 1, maxLength: 3 }))
      .map(([value, all]) => ({ body: { text: toJson(all.reduce(mutate, value)) } }));
    // Bodies hold the most that can be wrong.
    changes.push(bodies, bodies, bodies);
  }
  return fc.tuple(fitting, fc.oneof(...changes)).map(([request, change]) => ({ ...request, ...change }));
}

function notFitting(fitting: Requests): Requests {
  const json = { 'content-type': 'application/json' };
  const changes: fc.Arbitrary<(request: FuzzRequest) => Partial<FuzzRequest>> = fc.oneof(
    fc
      .constantFrom(
        '',
        ' ',
        'null',
        '[]',
        '1',
        '"x"',
        '{',
        '{"a":}',
        '\u{feff}{}',
        '{}{}',
        '[1,',
        '{"a":1,"a":2}',
      )
      .map((text) => () => ({ body: { text }, headers: json })),
    fc.nat(200).map((length) => ({ body }) => ({
      body: { text: (body?.text ?? '{"a":1}').slice(0, length) },
      headers: json,
    })),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => () => ({
      body: { text: toHeader(text), encoding: 'latin1' },
      headers: json,
    })),
    fc.constant(({ body }) => ({ body: { text: body?.text ?? '{}', encoding: 'utf16le' }, headers: json })),
    fc
      .constantFrom(
        'text/plain',
        'text/html',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'application/jsonx',
        'application/json; charset=utf-16',
        'APPLICATION/JSON ; x',
        ',',
        '',
      )
      .map((type) => ({ body }) => ({ body: body ?? { text: '{}' }, headers: { 'content-type': type } })),
    fc
      .constantFrom<Record<string, string>>(
        { 'content-encoding': 'gzip' },
        { 'content-encoding': 'br, gzip' },
        { origin: 'null' },
        { origin: 'http://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { accept: 'text/html' },
        { accept: '*/*;q=x' },
        { range: 'bytes=0-1' },
        { 'if-none-match': '*' },
        { 'x-http-method-override': 'DELETE' },
        { 'x-forwarded-host': 'evil.example' },
        { authorization: 'Bearer x' },
        { cookie: 'precis=%zz; __proto__=1' },
        { 'accept-language': 'x'.repeat(4000) },
        { 'last-event-id': '-1' },
        { 'idempotency-key': '\t' },
      )
      .map((headers) => (request) => ({ headers: { ...request.headers, ...headers } })),
    fc
      .constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND')
      .map((method) => () => ({ method })),
  );
  return fc.tuple(fitting, changes).map(([request, change]) => ({ ...request, ...change(request) }));
}

function toTexts(values: Record<string, Json>): [string, string][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : toJson(value),
  ]);
}

function toJson(value: Json): string {
  return JSON.stringify(value) ?? '';
}

/** Node's own client sends no other characters. */
function toHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
