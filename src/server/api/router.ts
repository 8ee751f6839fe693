import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Log } from '#engine/ports.ts';
import type { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { ParamsOf, Route } from '#schema/routes/route.ts';
import { keyHeaders } from '#schema/runs/idempotency-key.ts';
import type { Run } from '#schema/runs/run.ts';
import type { DirectRoutes } from '#server/direct/direct-routes.ts';
import { answerOnce } from '#server/idempotency/answer-once.ts';
import type { KeyPorts } from '#server/idempotency/hold-key.ts';
import { toInvalidInput } from '#server/problem.ts';
import type { EventSource } from '#server/streams/event-stream.ts';
import { sendEvents } from '#server/streams/send-events.ts';
import { answerJson } from './answer-json.ts';
import type { Parts } from './parts.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parts of a request, parsed, with the path parameters by their names. */
export type InputOf<R extends Route> = ParamsOf<R> & {
  query: Parsed<R['query']>;
  headers: Parsed<R['headers']>;
  body: Parsed<R['body']>;
  /** With an Idempotency-Key: the id that the run must have, so that a repeated request finds it. */
  runId: RunId | undefined;
  /** Whether no earlier request had the same key. */
  isFirst: boolean;
  /** See `Parts`. */
  arrivedAt?: number;
};

type Answered<R extends Route> = R extends { type: string }
  ? never
  : AnsweredJson<R> | (R extends { plain: infer P extends z.ZodObject } ? z.input<P> : never);

type AnsweredJson<R extends Route> = R extends { answer: infer A extends z.ZodType }
  ? R extends { result: infer K extends keyof z.input<A> }
    ? z.input<A>[K]
    : z.input<A>
  : void;

/** A route that depends on nothing but its path, query or body. */
type SimpleRoute = Route & { headers?: undefined; keyed?: undefined; type?: undefined };

type EventRoute = Route & { keyed?: undefined; type: 'text/event-stream' };

type Work<R extends Route, T> = (input: InputOf<R>, c: Context) => T | Promise<T>;

interface RouterPorts {
  keys: KeyPorts;
  direct: DirectRoutes;
  getRun(id: RunId): Promise<Run | null>;
  log: Log;
}

export interface Router {
  /** Every route, in the order they were added. */
  routes: Route[];
  /** Responds with the result of the work; a Response is sent as it is. */
  answer<R extends Route>(
    route: R,
    work: Work<R, Answered<R> | Response>,
    toProblem?: (error: z.ZodError) => AppError,
  ): void;
  /** The same for routes that programs call many times a second: over a socket, the usual request skips Hono. */
  answerDirectly<R extends SimpleRoute>(
    route: R,
    work: (input: InputOf<R>) => Promise<Answered<R>>,
    toProblem?: (error: z.ZodError) => AppError,
  ): void;
  /**
   * The work starts a run. If the first request with the key died after starting it, that run is found. Over a socket,
   * the usual request without a key skips Hono.
   */
  startRun<R extends Route>(route: R, work: (input: InputOf<R>) => Promise<Run>): void;
  /** Server-sent events. Over a socket, the usual request skips Hono. */
  answerEvents<R extends EventRoute, T extends object>(
    route: R,
    work: (input: InputOf<R>) => Promise<EventSource<T>>,
  ): void;
}

export function createRouter(app: Hono, { keys, direct, getRun, log }: RouterPorts): Router {
  const routes: Route[] = [];

  const answer: Router['answer'] = (route, work, toProblem = toInvalidInput) => {
    routes.push(route);
    const parse = createParser(route, toProblem);
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const input = parse(await readParts(c, route));
      const respond = async (runId?: RunId, { isFirst } = { isFirst: true }) =>
        toResponse(c, route, await work({ ...input, runId, isFirst } as never, c));
      return route.keyed ? answerOnce(c, { keys, body: input.body, work: respond }) : respond();
    });
  };

  return {
    routes,
    answer,
    answerDirectly(route, work, toProblem = toInvalidInput) {
      answer<Route>(route, (input) => work(input as never), toProblem);
      const parse = createParser(route, toProblem);
      direct.add(route, async (parts) => ({
        json: toJson(
          route,
          await work({ ...parse(parts), isFirst: true, arrivedAt: parts.arrivedAt } as never),
        ),
      }));
    },
    startRun(route, work) {
      answer(route as Route, async (input, c) => {
        const found = input.runId === undefined || input.isFirst ? null : await getRun(input.runId);
        const run = found ?? (await work(input as never));
        return c.json(run, 202, { Location: locationOf(run) });
      });
      const parse = createParser(route, toInvalidInput);
      direct.add(route, async (parts) => {
        const run = await work({ ...parse(parts), isFirst: true } as never);
        return { json: run, headers: { Location: locationOf(run) } };
      });
    },
    answerEvents(route, work) {
      answer<Route>(route, async (input, c) => sendEvents(c, { ...(await work(input as never)), log }));
      const parse = createParser(route, toInvalidInput);
      direct.add(route, async (parts) => ({
        events: await work({ ...parse(parts), isFirst: true } as never),
      }));
    },
  };
}

function locationOf({ id }: Run): string {
  return `/api/runs/${id}`;
}

async function toResponse(c: Context, route: Route, worked: unknown): Promise<Response> {
  const { method, status, answer } = route;
  if (worked instanceof Response) return worked;
  if (answer === undefined) return c.body(null, 204);
  const json = toJson(route, worked);
  // What was changed is answered in few words, and kept as it is for a repeated request.
  return method === 'GET' ? answerJson(c, json) : c.json(json, status ?? 200);
}

function toJson({ result }: Route, worked: unknown): unknown {
  return result === undefined ? worked : { [result]: worked };
}

async function readParts(c: Context, route: Route): Promise<Parts> {
  return {
    query: route.query === undefined ? {} : c.req.queries(),
    params: c.req.param(),
    headers: route.headers === undefined && !route.keyed ? {} : c.req.header(),
    body: route.body && (await readJson(c)),
  };
}

function createParser(route: Route, toProblem: (error: z.ZodError) => AppError) {
  const params = route.params && z.object(route.params);
  const headers = route.keyed ? keyHeaders : route.headers;

  function check(schema: z.ZodType, value: unknown): unknown {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw toProblem(parsed.error);
  }

  return (parts: Parts) => ({
    query: route.query && check(route.query, readQuery(parts.query)),
    ...(params && (check(params, parts.params) as object)),
    headers: headers && check(headers, parts.headers),
    body: route.body && check(route.body, parts.body),
  });
}

/** A field given several times is a list, which no schema of a query accepts. */
function readQuery(queries: Record<string, string[]>): Record<string, string | string[]> {
  const fields = Object.entries(queries);
  return Object.fromEntries(
    fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  ) as never;
}

/** The guard has refused a body of any other type. Without one, every field is missing. */
async function readJson(c: Context): Promise<unknown> {
  return c.req.header('content-type') === undefined ? {} : c.req.json();
}
