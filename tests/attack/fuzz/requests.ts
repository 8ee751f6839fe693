import fc from 'fast-check';
import { breakages, toHeader } from './breakages.ts';
import { fieldValues, fittingValues, oneKnown } from './fitting-values.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { hostileTexts, type Json, mutate, mutations } from './hostile.ts';
import { known } from './known.ts';
import type { ApiDocument, Operation } from './read-operations.ts';

type Requests = fc.Arbitrary<FuzzRequest>;

/** Makes requests that match the document, nearly match it, or do not match it at all. */
export function requestsOf(operation: Operation, document: ApiDocument): Requests {
  const { resolve } = document;
  const fitting = fittingRequests(operation, document);
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 4, arbitrary: nearlyFitting(fitting, operation, resolve) },
    { weight: 2, arbitrary: notFitting(fitting) },
  );
}

export function fittingRequests(operation: Operation, { resolve }: ApiDocument): Requests {
  const { id, method, path, parameters, body } = operation;
  const valuesIn = (place: string) => {
    const those = parameters.filter((parameter) => parameter.in === place);
    const model = those.map(({ name, schema }) => [
      name,
      name === 'id' ? oneKnown(kindAt(path)) : fieldValues(name, schema, resolve),
    ]);
    const requiredKeys = those.filter(({ required }) => required === true).map(({ name }) => name);
    return fc.record<Record<string, Json>, string>(Object.fromEntries(model), { requiredKeys }).map(toTexts);
  };
  return fc
    .record({
      operation: fc.constant(id),
      method: fc.constant(method),
      path: fc.constant(path),
      params: path.includes('{messageId}') ? lastMessages : valuesIn('path').map(toParams),
      query: valuesIn('query'),
      headers: valuesIn('header').map((texts) => ({
        ...Object.fromEntries(texts.map(([name, value]) => [name, toHeader(value)])),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      })),
      body: body === null ? fc.constant(null) : fittingValues(body, resolve),
    })
    .map(({ body: value, ...request }) => ({
      ...request,
      body:
        body === null ? null : { text: toJson(method === 'PUT' ? withSameId(value, request.params) : value) },
    }));
}

/** The kind of thing that the id in a path refers to. Only filled threads have a summary. */
function kindAt(path: string): string {
  return path.includes('/summary') ? 'askedThreads' : (path.split('/')[2] ?? '');
}

/** The threads, each with the one message in it that can be edited. */
const lastMessages = fc.nat(30).map((at) => ({
  id: { value: known('askedThreads', at) },
  messageId: { value: known('askedMessages', at) },
}));

/** Gives the body the same id as its path. */
function withSameId(value: Json, { id }: FuzzRequest['params']): Json {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value;
  return names && id !== undefined ? { ...value, id: id.value } : value;
}

/** Makes requests of which one or more parts are invalid. */
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
    // Bodies come three times, because they have the most that can be wrong.
    changes.push(bodies, bodies, bodies);
  }
  return fc.tuple(fitting, fc.oneof(...changes)).map(([request, change]) => ({ ...request, ...change }));
}

function notFitting(fitting: Requests): Requests {
  return fc.tuple(fitting, breakages).map(([request, change]) => ({ ...request, ...change(request) }));
}

function toParams(texts: [string, string][]): FuzzRequest['params'] {
  return Object.fromEntries(texts.map(([name, value]) => [name, { value }]));
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
