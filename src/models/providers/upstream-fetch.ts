import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent } from 'undici';
import { AppError } from '#schema/app-error.ts';
import { cleanUsageBody, cleanUsageLine } from './read-usage.ts';

type Fetch = typeof globalThis.fetch;

export interface Upstream {
  agent: Agent;
  /** The only origin that may be called. */
  origin: string;
  /** If it is false, no header for a key is sent, not even an empty one. */
  hasKey: boolean;
  /** The format of the answer. `json` is an answer in one piece. */
  streamFormat: 'sse' | 'ndjson' | 'json';
}

const connectTimeoutMs = 15_000;
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key'];

/**
 * Creates an agent whose only timeout is for connecting. undici would end a slow local model after 5 minutes, but the
 * caller decides how long to wait. The agent uses only HTTP/1.1, where an abort closes the socket and thereby stops
 * the model.
 */
export function createUpstreamAgent(): Agent {
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { timeout: connectTimeoutMs },
  });
}

/** The edits of a body by its format. Lines of JSON come from Ollama and are read here, not by the SDK. */
const edits: Record<Upstream['streamFormat'], BodyEdit | null> = {
  sse: { line: cleanUsageLine },
  json: { whole: cleanUsageBody },
  ndjson: null,
};

/**
 * Creates a fetch for the SDK that calls one origin and follows no redirect, so that no key is sent elsewhere. It
 * uses undici's agent directly, because the streams and bookkeeping of the global `fetch` cost more than the call.
 */
export function createUpstreamFetch(upstream: Upstream): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.origin !== upstream.origin) {
      throw new AppError(
        'model_redirected',
        `Blocked a call to ${url.origin}; only ${upstream.origin} is allowed.`,
      );
    }
    const named = Object.entries({ accept: '*/*', ...Object.fromEntries(new Headers(init?.headers)) });
    const { statusCode, statusText, headers, body } = await upstream.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(
        upstream.hasKey ? named : named.filter(([name]) => !keyHeaders.includes(name)),
      ),
      body: (init?.body ?? null) as string | null,
      signal: init?.signal ?? null,
    });
    // The reader of the body gets its error. Without a reader, the error must not end the process.
    body.on('error', () => {});
    const head = { status: statusCode, statusText, headers: readHeaders(headers) };
    const problem = findProblem(head, { ...upstream, url: url.href });
    if (problem) {
      body.destroy();
      throw problem;
    }
    const answer = { ...head, body: decompress(body, head.headers) };
    return boundBody(answer, { from: upstream.origin, edit: edits[upstream.streamFormat] });
  };
}

function readHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  return headers;
}

const decompressors = new Map(
  Object.entries<() => Transform>({
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }),
);

/** Decompresses a body. No request asks for compression, but some proxies compress everything. */
function decompress(body: Readable, headers: Headers): Readable {
  const open = decompressors.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  if (open === undefined) return body;
  const plain = open();
  // When the body is cut off, the decompressed stream ends with the same error.
  pipeline(body, plain, () => {});
  return plain;
}

type Head = Pick<Response, 'status' | 'headers'>;

function findProblem(
  { status, headers }: Head,
  { origin, streamFormat, url }: Upstream & { url: string },
): AppError | null {
  if (status >= 300 && status < 400) {
    const target = describeTarget(headers.get('location'), url);
    return new AppError(
      'model_redirected',
      `${origin} redirects to ${target}. Keys are never sent to a redirect target.`,
    );
  }
  if (status < 200 || status > 299) return null;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/html') {
    return new AppError('model_bad_response', `${origin} returned a web page instead of a model response.`);
  }
  if (type === 'application/json' && streamFormat === 'sse') {
    return new AppError('model_bad_response', `${origin} returned a complete response instead of a stream.`);
  }
  return null;
}

/** Returns only the origin, because a path or query may contain the key that the redirecting server just received. */
function describeTarget(location: string | null, base: string): string {
  if (location === null || !URL.canParse(location, base)) return 'an unspecified address';
  return new URL(location, base).origin;
}

/** This is far above any frame of a model. It ends an answer that is one endless line. */
const maxLineBytes = 4 * 1024 * 1024;
/** The size of about 200,000 tokens with a frame for each, counted after decompression. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** Only the first words of an error's body are shown. */
const maxErrorBytes = 64 * 1024;

const lineEnd = 10;

/** A response as it arrives from the socket. */
interface Incoming {
  status: number;
  statusText: string;
  headers: Headers;
  body: Readable;
}

/** An edit of the text that is read, either of each complete line or of the whole text at its end. */
type BodyEdit = { line(line: string): string } | { whole(text: string): string };

/**
 * Returns the response with a body that is bounded, is valid text, and reports a cut-off. `from` names the server in
 * errors.
 */
function boundBody(
  { status, statusText, headers, body }: Incoming,
  { from, edit }: { from: string; edit: BodyEdit | null },
): Response {
  const hasNone = status === 204 || status === 205;
  if (hasNone) body.resume();
  const source = sourceOf(body);
  const bounded = status >= 200 && status < 300 ? boundAnswer(source, { from, edit }) : cutError(source);
  return new Response(hasNone ? null : bounded, { status, statusText, headers });
}

interface Source {
  read(): Promise<IteratorResult<Uint8Array<ArrayBuffer>, undefined>>;
  cancel(): void;
}

function sourceOf(body: Readable): Source {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = body[Symbol.asyncIterator]();
  return { read: () => chunks.next(), cancel: () => void body.destroy() };
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Creates a reader that throws AppError if an answer exceeds its bounds or is not valid. */
function createTextReader(from: string): (bytes: Uint8Array) => string {
  // The SDK would replace invalid bytes with U+FFFD, and the reader would never know.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let total = 0;
  let line = 0;

  return (bytes) => {
    total += bytes.length;
    if (total > maxAnswerBytes)
      throw badResponse(`${from} sent more than ${megabytes(maxAnswerBytes)} MB for one answer.`);
    const end = bytes.lastIndexOf(lineEnd);
    line = end === -1 ? line + bytes.length : bytes.length - end - 1;
    if (line > maxLineBytes)
      throw badResponse(`${from} sent a line of more than ${megabytes(maxLineBytes)} MB.`);
    try {
      return decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw badResponse(`${from} sent text that is not valid UTF-8.`, cause);
    }
  };
}

function boundAnswer(source: Source, { from, edit }: { from: string; edit: BodyEdit | null }): Body {
  const readText = createTextReader(from);
  const editor = edit && createEditor(edit);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.read().catch((cause: unknown) => {
        throw nameBreak(cause, from);
      });
      if (done) {
        const rest = editor?.end() ?? '';
        if (rest !== '') controller.enqueue(Buffer.from(rest));
        return controller.close();
      }
      try {
        const text = readText(value);
        controller.enqueue(editor === null ? value : Buffer.from(editor.push(text)));
      } catch (error) {
        source.cancel();
        throw error;
      }
    },
    cancel: () => source.cancel(),
  });
}

/** Incomplete text waits for its end. */
function createEditor(edit: BodyEdit): { push(text: string): string; end(): string } {
  let rest = '';
  return {
    push(text) {
      const end = 'whole' in edit ? 0 : Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      const complete = end === 0 ? '' : rest + text.slice(0, end);
      rest = end === 0 ? rest + text : text.slice(end);
      return 'whole' in edit ? '' : complete.replace(/[^\r\n]+/g, edit.line);
    },
    end: () => ('whole' in edit ? edit.whole(rest) : edit.line(rest)),
  };
}

/**
 * Names a break in the middle of an answer. The error of the closed socket alone does not say that the server had
 * begun to answer.
 */
function nameBreak(cause: unknown, from: string): unknown {
  if (cause instanceof Error && cause.name === 'AbortError') return cause;
  const { host } = new URL(from);
  const message = `${host} closed the connection in the middle of its answer.`;
  return new AppError('model_stream_cut', message, { details: { host }, cause });
}

/** Cuts an error's body. A body that breaks off is sufficient, because the status says what is wrong. */
function cutError(source: Source): Body {
  let left = maxErrorBytes;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.read().catch((cause: unknown) => {
        if (cause instanceof Error && cause.name === 'AbortError') throw cause;
        return { done: true as const, value: undefined };
      });
      if (done) return controller.close();
      controller.enqueue(value.subarray(0, left));
      left -= value.length;
      if (left > 0) return;
      controller.close();
      source.cancel();
    },
    cancel: () => source.cancel(),
  });
}

function badResponse(message: string, cause?: unknown): AppError {
  return new AppError('model_bad_response', message, { cause });
}

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024;
}
