import type { z } from 'zod';
import { clientRoutes } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { describeError } from '#schema/error-codes.ts';
import { type ArgumentsOf, pathNames, type ResultOf, type Route } from '#schema/routes/route.ts';
import { listActions } from './list-actions.ts';

/**
 * The server's answers, by the place of the action in the client. Each is a value, or a function that makes it from
 * the arguments.
 */
export type Answers = AnswersOf<typeof clientRoutes>;

type AnswersOf<T> = { [K in keyof T]?: T[K] extends Route ? AnswerOf<T[K]> : AnswersOf<T[K]> };

type AnswerOf<R extends Route> = Said<R> | ((...args: ArgumentsOf<R>) => Said<R> | Promise<Said<R>>);

/** An error is sent as a problem. A stream stays open until the test ends. */
type Said<R extends Route> =
  | AppError
  | (R extends { type: 'text/event-stream'; answer: infer A extends z.ZodType }
      ? AsyncIterable<z.output<A>>
      : ResultOf<R>);

export interface Asked {
  action: string;
  args: unknown[];
}

interface Script {
  /** Finds the answer, which is undefined if neither the test nor the recorded server has one. */
  find(asked: Asked): unknown;
  note(asked: Asked): void;
}

const actions = Array.from(listActions(clientRoutes), ({ name, route }) => ({
  name,
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** Makes a `fetch` that answers as the script says. It throws if something is wrong with the test. */
export function scriptAnswers({ find, note }: Script) {
  return async (request: Request): Promise<Response> => {
    const { route, asked } = await readRequest(request);
    note(asked);
    const answer = find(asked);
    if (answer === undefined)
      throw new Error(`the test has no answer for ${asked.action}(${JSON.stringify(asked.args)})`);
    try {
      const said: unknown = typeof answer === 'function' ? await answer(...asked.args) : answer;
      if (said instanceof AppError) throw said;
      return toResponse(asked.action, route, said, request.signal);
    } catch (error) {
      if (error instanceof AppError) return toProblem(error);
      throw error;
    }
  };
}

async function readRequest(request: Request): Promise<{ route: Route; asked: Asked }> {
  const { method, url } = request;
  const { pathname, searchParams } = new URL(url);
  const action = actions.find(({ route, pattern }) => route.method === method && pattern.test(pathname));
  if (action === undefined) throw new Error(`no action is ${method} ${pathname}`);
  const { name, route, pattern } = action;
  const written = (pattern.exec(pathname) ?? []).slice(1).map(decodeURIComponent);
  const args: unknown[] = pathNames(route).map((key, at) => route.params?.[key]?.parse(written[at]));
  if (route.body !== undefined) args.push(toArgument(route, JSON.parse((await request.text()) || '{}')));
  if (route.query !== undefined) args.push(toArgument(route, Object.fromEntries(searchParams)));
  return { route, asked: { action: name, args } };
}

function toArgument({ argument }: Route, sent: unknown): unknown {
  return argument === undefined ? sent : Reflect.get(Object(sent), argument);
}

function toResponse(name: string, route: Route, said: unknown, signal: AbortSignal): Response {
  const { answer, type, result, status = 200 } = route;
  if (said instanceof Response) return said;
  if (type === 'text/event-stream') return streamEvents(said as AsyncIterable<unknown>, signal);
  if (type !== undefined) return new Response(String(said), { headers: { 'content-type': type } });
  if (answer === undefined) return new Response(null, { status: 204 });
  const body = result === undefined ? said : { [result]: said };
  // An answer that no server can give would prove nothing.
  const checked = answer.safeParse(body);
  if (!checked.success) throw new Error(`no server answers ${name} like that: ${checked.error.message}`);
  return Response.json(body, { status });
}

function streamEvents(events: AsyncIterable<unknown>, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  const reader = events[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    async pull(controller) {
      const { value, done } = await reader.next();
      if (signal.aborted) return;
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function toProblem({ code, message, retry, retryAfterMs, details }: AppError): Response {
  const { summary, remedy } = describeError(code);
  const type = `urn:precis:problem:${code}`;
  const problem = {
    type,
    title: summary,
    status: 400,
    detail: message,
    code,
    remedy,
    retry,
    retryAfterMs,
    details,
  };
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify(problem), { status: 400, headers });
}
