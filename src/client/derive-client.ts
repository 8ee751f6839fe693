import {
  type ArgumentsOf,
  fillPath,
  pathNames,
  type ResultOf,
  type Route,
  type RouteTable,
} from '#schema/routes/route.ts';
import type { Api, ApiCall, KeyOptions } from './call-api.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

type OptionsOf<R extends Route> = R extends { keyed: true } ? CallOptions & KeyOptions : CallOptions;

/** A function for each route of the table. */
export type ClientOf<T> = {
  [K in keyof T]: T[K] extends Route
    ? (...args: [...ArgumentsOf<T[K]>, options?: OptionsOf<T[K]>]) => Promise<ResultOf<T[K]>>
    : ClientOf<T[K]>;
};

export function deriveClient<const T extends RouteTable>(api: Api, table: T): ClientOf<T> {
  const entries = Object.entries(table).map(([name, entry]) => [
    name,
    isRoute(entry) ? (...args: unknown[]) => call(api, entry, args) : deriveClient(api, entry),
  ]);
  return Object.fromEntries(entries);
}

function isRoute(entry: Route | RouteTable): entry is Route {
  return typeof entry.operationId === 'string';
}

async function call(api: Api, route: Route, args: unknown[]): Promise<unknown> {
  const { answer, type, result } = route;
  const request = toRequest(route, args);
  if (answer !== undefined && type === undefined) {
    const answered = await api.read(answer, request);
    // oxlint-disable-next-line house/no-untrusted-lookup -- The name is of a route.
    return result === undefined ? answered : (answered as Record<string, unknown>)[result];
  }
  const response = await api.send(request);
  if (type === undefined) return undefined;
  return type.startsWith('text/') && answer === undefined ? response.text() : response;
}

function toRequest(route: Route, args: unknown[]): ApiCall {
  const { method, body, query, keyed, type, plain, argument } = route;
  const count = pathNames(route).length;
  const sends = body !== undefined || query !== undefined;
  const sent = argument === undefined ? { ...(args[count] as object) } : { [argument]: args[count] };
  const { signal, idempotencyKey }: CallOptions & KeyOptions = args[sends ? count + 1 : count] ?? {};
  return {
    method,
    path: fillPath(route, args),
    ...(body !== undefined && { body: sent }),
    ...(query !== undefined && { query: { ...sent, ...(plain !== undefined && { format: 'json' }) } }),
    ...(type !== undefined && { headers: { accept: type } }),
    signal,
    ...(keyed && { once: { idempotencyKey } }),
  };
}
