import type { z } from 'zod';
import { clientRoutes } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { describeError } from '#schema/error-codes.ts';
import { type ArgumentsOf, type ResultOf, type Route, type RouteTable } from '#schema/routes/route.ts';

/** What the server says, by the place of the action in the client: a value, or what makes it from the arguments. */
export type Answers = AnswersOf<typeof clientRoutes>;

type AnswersOf<T> = { [K in keyof T]?: T[K] extends Route ? AnswerOf<T[K]> : AnswersOf<T[K]> };

type AnswerOf<R extends Route> = Said<R> | ((...args: ArgumentsOf<R>) => Said<R> | Promise<Said<R>>);

/** An error is sent as a problem. A stream is open until the test ends. */
type Said<R extends Route> =
  | AppError
  | (R extends { type: 'text/event-stream'; answer: infer A extends z.ZodType }
      ? AsyncIterable<z.output<A>> | readonly z.output<A>[]
      : ResultOf<R>);

export interface Asked {
  /** Such as `reader.entries.list`. */
  action: string;
  args: unknown[];
}

interface Action {
  name: string;
  route: Route;
  pattern: RegExp;
}

const actions = [...listActions(clientRoutes, '')];

function* listActions(table: RouteTable, prefix: string): Generator<Action> {
  for (const [key, entry] of Object.entries(table)) {
    const name = `${prefix}${key}`;
    if (isRoute(entry)) yield { name, route: entry, pattern: patternOf(entry) };
    else yield* listActions(entry, `${name}.`);
  }
}

function isRoute(entry: Route | RouteTable): entry is Route {
  return typeof entry.operationId === 'string';
}

function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
}

/** A fetch that is answered as written. `find` returns undefined for what no test has scripted. */
export function scriptAnswers(find: (action: string) => unknown, note: (asked: Asked) => void) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const action = actions.find(
      ({ route, pattern }) => route.method === request.method && pattern.test(pathname),
    );
    if (action === undefined) throw new Error(`no route is ${request.method} ${pathname}`);
    const { name, route, pattern } = action;
    const args: unknown[] = (pattern.exec(pathname) ?? []).slice(1).map(decodeURIComponent);
    if (route.body !== undefined) args.push(toArgument(route, await readBody(request)));
    if (route.query !== undefined) args.push(toArgument(route, Object.fromEntries(searchParams)));
    note({ action: name, args });
    const answer = find(name);
    if (answer === undefined)
      return toProblem(new AppError('internal', `The test has no answer for ${name}.`));
    try {
      const said: unknown = typeof answer === 'function' ? await answer(...args) : answer;
      if (said instanceof AppError) return toProblem(said);
      return toResponse(name, route, said, request.signal);
    } catch (error) {
      if (error instanceof AppError) return toProblem(error);
      throw error;
    }
  };
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  return text === '' ? {} : JSON.parse(text);
}

function toArgument({ argument }: Route, sent: unknown): unknown {
  return argument === undefined ? sent : (sent as Record<string, unknown>)[argument];
}

function toResponse(name: string, route: Route, said: unknown, signal: AbortSignal): Response {
  const { answer, type, result, status = 200 } = route;
  if (said instanceof Response) return said;
  if (type === 'text/event-stream') return streamEvents(said as AsyncIterable<unknown>, signal);
  if (answer === undefined) {
    if (type === undefined) return new Response(null, { status: 204 });
    return new Response(String(said), { headers: { 'content-type': type } });
  }
  const body = result === undefined ? said : { [result]: said };
  // What the server cannot send would prove nothing.
  const checked = answer.safeParse(body);
  if (!checked.success) throw new Error(`the answer of ${name} does not fit: ${checked.error.message}`);
  return Response.json(body, { status });
}

function streamEvents(events: AsyncIterable<unknown> | Iterable<unknown>, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
      for await (const event of events) {
        if (signal.aborted) return;
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      }
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}

function toProblem(error: AppError): Response {
  const { code, message, retry, retryAfterMs, details } = error;
  const { summary, remedy } = describeError(code);
  const status = 400;
  const body = {
    type: `urn:precis:problem:${code}`,
    title: summary,
    status,
    detail: message,
    code,
    remedy,
    retry,
    retryAfterMs,
    details,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
