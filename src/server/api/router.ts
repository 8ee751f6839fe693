import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { KeptAnswer } from '#engine/key-store.ts';
import type { Log } from '#engine/ports.ts';
import type { AppError } from '#schema/app-error.ts';
import { inSentences, toInvalidInput } from '#schema/faults/say-faults.ts';
import { idempotencyKeyHeader, replayedHeader } from '#schema/headers.ts';
import { keyHeaders, type RunId } from '#schema/ids.ts';
import type { ParamsOf, Route } from '#schema/routes/route.ts';
import type { Run } from '#schema/runs/run.ts';
import { chooseEncodings, type Encoding } from '#server/http/choose-encoding.ts';
import { type EventSource, sendEvents } from '#server/http/event-stream.ts';
import { holdKey, type KeyPorts } from '#server/idempotency/hold-key.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parts of a request, parsed, with the path parameters by their names. */
export type InputOf<R extends Route> = ParamsOf<R> & {
  query: Parsed<R['query']>;
  headers: Parsed<R['headers']>;
  body: Parsed<R['body']>;
  /** The id that the run must have, so that a repeated request finds it. It is set with an Idempotency-Key. */
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
  /** All routes in the order in which they were added. */
  routes: Route[];
  /** Responds with the result of the work; a Response is sent as it is. */
  answer<R extends Route>(route: R, work: Work<R, Answered<R> | Response>, toProblem?: ToProblem): void;
  /**
   * Responds with the run that the work starts. If the first request with the key died after starting it, that run is
   * found.
   */
  startRun<R extends Route>(route: R, work: (input: InputOf<R>) => Promise<Run>): void;
  /** Responds with server-sent events. */
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
  // The answer to a change is short, and it is stored as it is for a repeated request, so it is not compressed.
  return method === 'GET' ? answerJson(c, json) : c.json(json, status ?? 200);
}

function toJson({ result }: Route, worked: unknown): unknown {
  return result === undefined ? worked : { [result]: worked };
}

/** The parts of a request before any schema has checked them. */
interface Parts {
  query: Record<string, string[]>;
  params: Record<string, string>;
  headers: Record<string, string>;
  /** The body as parsed JSON. */
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

/** A field that is given several times becomes a list, which no schema of a query accepts. */
function readQuery(queries: Record<string, string[]>): Record<string, string | string[]> {
  const fields = Object.entries(queries);
  return Object.fromEntries(
    fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  ) as never;
}

/** Reads the body, whose type the guard has checked. Without a body, every field is missing. */
async function readJson(c: Context): Promise<unknown> {
  return c.req.header('content-type') === undefined ? {} : c.req.json();
}

/** A shorter text fits into one packet without compression. */
const smallLetters = 1024;

const gzipBytes = promisify(gzip);
const brotliBytes = promisify(brotliCompress);
const jsonType = { 'Content-Type': 'application/json' };

/**
 * Compresses in the thread pool. These levels take about a millisecond for a page of the list, and higher ones gain
 * little.
 */
const encode: Record<Encoding, (text: string) => Promise<Uint8Array>> = {
  br: (text) =>
    brotliBytes(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => gzipBytes(text, { level: 4 }),
};

/**
 * Answers with JSON, compressed if the client asks for it. The length of a compressed answer can reveal a secret in
 * it to someone who can add text beside it (BREACH). No answer contains a key or a token, and the guard refuses
 * requests from other pages. Such an attacker would also have to wait for each refresh of their feed.
 */
export async function answerJson(c: Context, value: unknown): Promise<Response> {
  const text = JSON.stringify(value);
  c.header('Vary', 'Accept-Encoding');
  const [encoding] = text.length < smallLetters ? [] : chooseEncodings(c.req.header('accept-encoding'));
  if (encoding === undefined) return c.body(text, 200, jsonType);
  const bytes = new Uint8Array(await encode[encoding](text));
  return c.body(bytes, 200, { ...jsonType, 'Content-Encoding': encoding });
}

interface AnswerOnce {
  keys: KeyPorts;
  /** The body is already parsed. */
  body: unknown;
  work(runId: RunId | undefined, claim: { isFirst: boolean }): Promise<Response>;
}

/**
 * Runs a request with an Idempotency-Key only once, and repeats get the same response. Errors are not stored, because
 * they changed nothing and the same request may succeed later. The work gets the id that its run must have.
 */
async function answerOnce(c: Context, { keys, body, work }: AnswerOnce): Promise<Response> {
  const key = c.req.header(idempotencyKeyHeader);
  if (key === undefined) return work(undefined, { isFirst: true });
  const requestHash = await hashRequest(c, body, keys.hash);
  const { signal } = c.req.raw;
  const held = await holdKey(keys, { key, requestHash, signal }, async ({ runId, isFirst }) => {
    const result = await work(runId, { isFirst });
    return { result, answer: result.ok ? await readAnswer(result) : null };
  });
  if ('result' in held) return held.result;
  const { status, headers, body: kept } = held.answer;
  return new Response(kept, { status, headers: { ...headers, [replayedHeader]: 'true' } });
}

async function readAnswer(response: Response): Promise<KeptAnswer> {
  const { status, headers } = response;
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status, headers: Object.fromEntries(kept), body: await response.clone().text() };
}

/** Longer texts are hashed separately, outside the event loop. */
const longCharacters = 10_000;

type Hash = (text: string) => Promise<string>;

/**
 * Hashes a request so that equal requests have equal hashes, regardless of key order and whitespace in their JSON.
 * The body is already parsed.
 */
async function hashRequest(c: Context, body: unknown, hash: Hash): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  return hash(JSON.stringify([c.req.method, pathname + search, await canonical(body, hash)]));
}

async function canonical(value: unknown, hash: Hash): Promise<unknown> {
  if (typeof value === 'string') return value.length > longCharacters ? { sha256: await hash(value) } : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => canonical(item, hash)));
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(fields.map(async ([name, field]) => [name, await canonical(field, hash)]));
}

/** Makes the header of a download. Older clients read the plain name, and all others read the encoded one. */
export function toDisposition(name: string, plainName: string): string {
  const extension = name.slice(name.lastIndexOf('.'));
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plainName}${extension}"; filename*=UTF-8''${encoded}`;
}
