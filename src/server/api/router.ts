import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Log } from '#engine/ports.ts';
import type { AppError } from '#schema/app-error.ts';
import { inSentences, toInvalidInput } from '#schema/faults/say-faults.ts';
import type { RunId } from '#schema/ids.ts';
import type { ParamsOf, Route } from '#schema/routes/route.ts';
import { keyHeaders } from '#schema/runs/idempotency-key.ts';
import type { Run } from '#schema/runs/run.ts';
import { answerOnce } from '#server/idempotency/answer-once.ts';
import type { KeyPorts } from '#server/idempotency/hold-key.ts';
import type { EventSource } from '#server/streams/event-stream.ts';
import { sendEvents } from '#server/streams/send-events.ts';
import { answerJson } from './answer-json.ts';

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
};

type Answered<R extends Route> = R extends { type: string }
  ? never
  : AnsweredJson<R> | (R extends { plain: infer P extends z.ZodObject } ? z.input<P> : never);

type AnsweredJson<R extends Route> = R extends { answer: infer A extends z.ZodType }
  ? R extends { result: infer K extends keyof z.input<A> }
    ? z.input<A>[K]
    : z.input<A>
  : void;

type EventRoute = Route & { keyed?: undefined; type: 'text/event-stream' };

type Work<R extends Route, T> = (input: InputOf<R>, c: Context) => T | Promise<T>;

type ToProblem = (error: z.ZodError) => AppError;

interface RouterPorts {
  keys: KeyPorts;
  getRun(id: RunId): Promise<Run | null>;
  log: Log;
}

export interface Router {
  /** Every route, in the order they were added. */
  routes: Route[];
  /** Responds with the result of the work; a Response is sent as it is. */
  answer<R extends Route>(route: R, work: Work<R, Answered<R> | Response>, toProblem?: ToProblem): void;
  /** The work starts a run. If the first request with the key died after starting it, that run is found. */
  startRun<R extends Route>(route: R, work: (input: InputOf<R>) => Promise<Run>): void;
  /** Server-sent events. */
  answerEvents<R extends EventRoute, T extends object>(
    route: R,
    work: (input: InputOf<R>) => Promise<EventSource<T>>,
  ): void;
}

export function createRouter(app: Hono, { keys, getRun, log }: RouterPorts): Router {
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
    startRun(route, work) {
      answer(route as Route, async (input, c) => {
        const found = input.runId === undefined || input.isFirst ? null : await getRun(input.runId);
        const run = found ?? (await work(input as never));
        return c.json(run, 202, { Location: `/api/runs/${run.id}` });
      });
    },
    answerEvents(route, work) {
      answer<Route>(route, async (input, c) => sendEvents(c, { ...(await work(input as never)), log }));
    },
  };
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

/** The parts of a request as they came, before any schema has seen them. */
interface Parts {
  query: Record<string, string[]>;
  params: Record<string, string>;
  headers: Record<string, string>;
  /** Parsed JSON. */
  body: unknown;
}

async function readParts(c: Context, route: Route): Promise<Parts> {
  return {
    query: route.query === undefined ? {} : c.req.queries(),
    params: c.req.param(),
    headers: route.headers === undefined && !route.keyed ? {} : c.req.header(),
    body: route.body && (await readJson(c)),
  };
}

function createParser(route: Route, toProblem: ToProblem) {
  const params = route.params && z.object(route.params);
  const headers = route.keyed ? keyHeaders : route.headers;

  function check(schema: z.ZodType, value: unknown): unknown {
    const parsed = schema.safeParse(value, inSentences);
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
