import type { Readable } from 'node:stream';
import { AppError } from '#schema/app-error.ts';

/** Far above any frame of a model; ends an answer that is one line without end. */
const maxLineBytes = 4 * 1024 * 1024;
/** Some 200,000 tokens, each in a frame of its own. Counted after decompression. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** Of an error's body only the first words are shown. */
const maxErrorBytes = 64 * 1024;

const lineEnd = 10;

/** An answer as it comes from the socket. */
interface Incoming {
  status: number;
  statusText: string;
  headers: Headers;
  body: Readable;
}

/** Changes what is read: each line as soon as it is complete, or the whole text at its end. */
export type BodyEdit = { line(line: string): string } | { whole(text: string): string };

/**
 * The response with a body that is bounded, is valid text, and reports a cut-off as such. `from` names
 * the server in errors.
 */
export function boundBody(
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

/** Throws AppError where an answer exceeds its bounds or is not valid. */
function createTextReader(from: string): (bytes: Uint8Array) => string {
  // The SDK replaces invalid bytes with U+FFFD, and the reader would never know.
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

/** What is not complete yet waits for its end. */
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

/** Here it is known that the server was reached and began to answer; from the error of a torn socket alone it is not. */
function nameBreak(cause: unknown, from: string): unknown {
  if (cause instanceof Error && cause.name === 'AbortError') return cause;
  const { host } = new URL(from);
  const message = `${host} closed the connection in the middle of its answer.`;
  return new AppError('model_stream_cut', message, { details: { host }, cause });
}

/** What came is enough, even if it breaks off: the status says what is wrong. */
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
