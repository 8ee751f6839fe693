import { AppError } from '#schema/app-error.ts';

/** Far above any frame of a model; ends an answer that is one line without end. */
const maxLineBytes = 4 * 1024 * 1024;
/** Some 200,000 tokens, each in a frame of its own. Counted after decompression. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** Of an error's body only the first words are shown. */
const maxErrorBytes = 64 * 1024;

const lineEnd = 10;

/**
 * The response with a body that is bounded, is valid text, and reports a cut-off as such. `from` names
 * the server in errors.
 */
export function boundBody(response: Response, from: string): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const body = response.ok ? boundAnswer(reader, from) : cutError(reader);
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

function boundAnswer(reader: Reader, from: string): Body {
  // The SDK replaces invalid bytes with U+FFFD, and the reader would never know.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let total = 0;
  let line = 0;

  function check(bytes: Uint8Array): void {
    total += bytes.length;
    if (total > maxAnswerBytes)
      throw badResponse(`${from} sent more than ${megabytes(maxAnswerBytes)} MB for one answer.`);
    const end = bytes.lastIndexOf(lineEnd);
    line = end === -1 ? line + bytes.length : bytes.length - end - 1;
    if (line > maxLineBytes)
      throw badResponse(`${from} sent a line of more than ${megabytes(maxLineBytes)} MB.`);
    try {
      decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw badResponse(`${from} sent text that is not valid UTF-8.`, cause);
    }
  }

  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw cause instanceof Error && cause.name === 'AbortError' ? cause : brokenOff(from, cause);
      });
      if (done) return controller.close();
      try {
        check(value);
      } catch (error) {
        void reader.cancel(error).catch(() => {});
        throw error;
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Here it is known that the server was reached and began to answer; from the error of a torn socket alone it is not. */
function brokenOff(from: string, cause: unknown): AppError {
  const { host } = new URL(from);
  const message = `${host} closed the connection in the middle of its answer.`;
  return new AppError('model_stream_cut', message, { details: { host }, cause });
}

/** What came is enough, even if it breaks off: the status says what is wrong. */
function cutError(reader: Reader): Body {
  let left = maxErrorBytes;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        if (cause instanceof Error && cause.name === 'AbortError') throw cause;
        return { done: true as const, value: undefined };
      });
      if (done) return controller.close();
      controller.enqueue(value.subarray(0, left));
      left -= value.length;
      if (left > 0) return;
      controller.close();
      await reader.cancel().catch(() => {});
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function badResponse(message: string, cause?: unknown): AppError {
  return new AppError('model_bad_response', message, { cause });
}

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024;
}
