import type { IncomingMessage, ServerResponse } from 'node:http';
import { getQueryParams } from 'hono/utils/url';
import type { Log } from '#engine/ports.ts';
import { idempotencyKeyHeader } from '#schema/headers.ts';
import type { Route } from '#schema/routes/route.ts';
import type { Parts } from '#server/api/parts.ts';
import { maxBodyBytesOf } from '#server/body/body-limits.ts';
import type { ParseBody } from '#server/body/read-body.ts';
import { type Asked, refuseForeign } from '#server/http/guard.ts';
import { isSame, readBearer } from '#server/http/require-token.ts';
import { describeProblem } from '#server/problem.ts';
import { type EventSource, tellEvents } from '#server/streams/event-stream.ts';
import { eventHeaders, logFailure } from '#server/streams/send-events.ts';
import { writeEvents } from '#server/streams/write-events.ts';
import { encodeText } from './encode-text.ts';
import { createPathTable } from './match-path.ts';
import { readDeclared } from './read-declared.ts';
import { writeJson } from './write-json.ts';

interface DirectPorts {
  parseBody: ParseBody;
  log: Log;
  token: string | null;
  allowedHosts: string[];
  /** Of every response. */
  headers: Readonly<Record<string, string>>;
}

const jsonHeaders = { 'Content-Type': 'application/json' };
/** Hono may answer the same request with a compressed body. */
const readHeaders = { ...jsonHeaders, Vary: 'Accept-Encoding' };

/** A request for one of these routes. */
interface Taken extends Asked {
  arrivedAt: number;
  params: Record<string, string>;
}

export interface JsonReply {
  json: unknown;
  headers?: Record<string, string>;
}

export interface EventReply {
  events: EventSource<object>;
}

type Work = (parts: Parts) => Promise<JsonReply | EventReply>;

interface Known {
  status: number;
  isKeyed: boolean;
  work: Work;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  closing: AbortSignal;
}

/**
 * Answers the usual request for a few routes on Node's own objects: Hono, with the Request and Response that it needs,
 * takes several times as long as the work itself. Whatever is unusual, and whatever would be refused before its work
 * begins, is left to Hono, so that there is one place for refusals.
 */
export interface DirectRoutes {
  add(route: Route, work: Work): void;
  /** False: the request is untouched, and Hono answers it. `closing`: event streams end when it is aborted. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, closing: AbortSignal): boolean;
}

export function createDirectRoutes(ports: DirectPorts): DirectRoutes {
  const { parseBody, log, token, allowedHosts } = ports;
  const known = createPathTable<Known>();
  const refuse = refuseForeign(allowedHosts);
  const ofReads = toList({ ...ports.headers, ...readHeaders });
  const ofWrites = toList({ ...ports.headers, ...jsonHeaders });

  function isUsual({ isKeyed }: Known, asked: Asked, incoming: IncomingMessage): boolean {
    const { url = '', headers, rawHeaders } = incoming;
    if (isKeyed && headers[idempotencyKeyHeader] !== undefined) return false;
    // Node keeps one of several headers of a name, and not always the one that Hono would see.
    if (Object.keys(headers).length * 2 !== rawHeaders.length) return false;
    // A URL parser would take it out of the query.
    if (url.includes('#') || !hasUsualBody(asked)) return false;
    if (token !== null && !isSame(readBearer(headers.authorization) ?? '', token)) return false;
    try {
      refuse(asked);
      return true;
    } catch {
      return false;
    }
  }

  async function readParts({ method, params, arrivedAt }: Taken, incoming: IncomingMessage): Promise<Parts> {
    const query = getQueryParams(incoming.url ?? '') as Record<string, string[]>;
    const headers = incoming.headers as Record<string, string>;
    if (method === 'GET') return { query, params, headers, arrivedAt, body: undefined };
    return { query, params, headers, arrivedAt, body: await parseBody(await readDeclared(incoming)) };
  }

  async function respond({ status, work }: Known, asked: Taken, exchange: Exchange): Promise<void> {
    const { incoming, outgoing } = exchange;
    try {
      const reply = await work(await readParts(asked, incoming));
      if ('events' in reply) return await follow(reply, asked, exchange);
      const usual = asked.method === 'GET' ? ofReads : ofWrites;
      const headers = reply.headers === undefined ? usual : [...usual, ...toList(reply.headers)];
      send(outgoing, { status, headers, body: writeJson(reply.json) });
    } catch (error) {
      const isAborted = !incoming.complete || outgoing.destroyed;
      const problem = describeProblem(error, { method: asked.method, path: asked.path, isAborted }, log);
      const headers = toList({ ...ports.headers, ...problem.headers });
      send(outgoing, { status: problem.status, headers, body: encodeText(problem.body) });
    }
  }

  function follow({ events }: EventReply, { path }: Taken, { outgoing, closing }: Exchange): Promise<void> {
    const onError = (error: unknown) => logFailure(log, { error, path });
    return writeEvents({
      status: 200,
      headers: { ...ports.headers, ...eventHeaders },
      tell: (reader) => tellEvents({ ...events, onError }, reader),
      outgoing,
      closing,
    });
  }

  return {
    add(route, work) {
      known.add(route, { status: route.status ?? 200, isKeyed: route.keyed === true, work });
    },
    answer(incoming, outgoing, closing) {
      const { method = '', url = '', headers } = incoming;
      const end = url.indexOf('?');
      const path = end === -1 ? url : url.slice(0, end);
      const found = known.find(method, path);
      if (found === undefined) return false;
      const { value: route, params } = found;
      const asked = {
        method,
        path,
        params,
        arrivedAt: performance.now(),
        header: (name: string) => headers[name] as string | undefined,
      };
      if (!isUsual(route, asked, incoming)) return false;
      void respond(route, asked, { incoming, outgoing, closing });
      return true;
    },
  };
}

function hasUsualBody({ method, path, header }: Asked): boolean {
  if (header('transfer-encoding') !== undefined) return false;
  const length = Number(header('content-length') ?? 0);
  return method === 'GET' ? length === 0 : length > 0 && length <= maxBodyBytesOf(method, path);
}

/** Names and values in turn: Node writes such a list faster than it reads an object. */
function toList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

function send(
  outgoing: ServerResponse,
  { status, headers, body }: { status: number; headers: readonly string[]; body: Buffer },
): void {
  outgoing.writeHead(status, [...headers, 'Content-Length', String(body.length)]).end(body);
}
