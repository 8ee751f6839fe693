import type { z } from 'zod';
import type { ErrorCode } from '#schema/error-codes.ts';

type MediaType = `${string}/${string}`;

/** One action of the API. The server's handler, the OpenAPI document and the client are all derived from it. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with its parameters in braces. */
  path: `/${string}`;
  operationId: string;
  summary: string;
  params?: Readonly<Record<string, z.ZodType>>;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** The body is JSON. */
  body?: z.ZodType;
  /**
   * Says that the route takes an Idempotency-Key. A request that is repeated with the same key gets the same
   * response.
   */
  keyed?: true;
  /** The status. The default is 200, or 204 without a response body. */
  status?: 201 | 202;
  /** What the response contains, for the OpenAPI document. */
  gives: string;
  /** The JSON response, or the data of each server-sent event. */
  answer?: z.ZodType;
  /** The media type if it is not JSON. */
  type?: MediaType;
  /** The media types that a query chooses from, where `type` is a range. */
  types?: readonly MediaType[];
  /** A text for models, which is the response unless the query has `format=json`. The client sends that query. */
  plain?: z.ZodType;
  /** The errors in addition to those of every route. */
  problems?: readonly ErrorCode[];
  /** The client takes the value of this field instead of the body or query. */
  argument?: string;
  /** The client returns the value of this field instead of the whole answer. */
  result?: string;
}

export interface RouteTable {
  [name: string]: Route | RouteTable;
}

type FieldOf<T, K> = K extends keyof T ? T[K] : never;

type PathNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? [Name, ...PathNames<Rest>] : [];

export type ParamsOf<R extends Route> = R extends { params: infer P extends Record<string, z.ZodType> }
  ? { -readonly [K in keyof P]: z.output<P[K]> }
  : {};

type PathValues<Names extends unknown[], Params> = { [I in keyof Names]: FieldOf<Params, Names[I]> };

type Primitive = string | number | boolean | null | undefined;

/**
 * The type of one argument. A primitive has its parsed type, so that ids keep their kind. An object has its type
 * before parsing, which may omit defaults.
 */
type Value<I, O> = O extends Primitive ? O : I;

/** What a caller writes: the parsed value, except that fields with a default may be omitted. */
type Written<I, O> = {
  [K in keyof O as undefined extends FieldOf<I, K> ? never : K]: Value<FieldOf<I, K>, O[K]>;
} & {
  [K in keyof O as undefined extends FieldOf<I, K> ? K : never]?: Value<FieldOf<I, K>, O[K]> | undefined;
};

type SentOf<R extends Route> = R extends { body: infer B extends z.ZodType }
  ? B extends z.ZodObject
    ? string extends keyof z.input<B>
      ? z.input<B>
      : Written<z.input<B>, z.output<B>>
    : z.input<B>
  : R extends { query: infer Q extends z.ZodType }
    ? Written<z.input<Q>, z.output<Q>>
    : never;

type Optional<T> = {} extends T ? [sent?: T] : [sent: T];

type Payload<R extends Route> = [SentOf<R>] extends [never]
  ? []
  : R extends { argument: infer K extends string }
    ? undefined extends FieldOf<SentOf<R>, K>
      ? [sent?: FieldOf<SentOf<R>, K>]
      : [sent: FieldOf<SentOf<R>, K>]
    : Optional<SentOf<R>>;

/** The arguments of a caller: the parameters in the order of the path, then the body or the query. */
export type ArgumentsOf<R extends Route> = [...PathValues<PathNames<R['path']>, ParamsOf<R>>, ...Payload<R>];

/** The result for a caller. What is neither JSON nor text is returned as a Response. */
export type ResultOf<R extends Route> = R extends { type: infer T }
  ? T extends 'text/event-stream'
    ? Response
    : T extends `text/${string}`
      ? string
      : Response
  : R extends { answer: infer A extends z.ZodType }
    ? R extends { result: infer K }
      ? FieldOf<z.output<A>, K>
      : z.output<A>
    : void;

const parameter = /\{(\w+)\}/g;

export function pathNames({ path }: Route): string[] {
  return Array.from(path.matchAll(parameter), ([, name = '']) => name);
}

export function fillPath({ path }: Route, values: readonly unknown[]): string {
  let at = 0;
  return path.replace(parameter, () => encodeURIComponent(String(values[at++])));
}
