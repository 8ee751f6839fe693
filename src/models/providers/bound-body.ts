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
  const body = withNamedEnd(response.body, response.ok ? from : null).pipeThrough(
    response.ok ? boundAnswer(from) : cutError(),
  );
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/**
 * Here it is known that the server was reached and began to answer; from the error of a torn socket alone it is not.
 * Of an error's body what came is enough: the status says what is wrong.
 */
function withNamedEnd(body: ReadableStream<Uint8Array>, from: string | null): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        if (cause instanceof Error && cause.name === 'AbortError') controller.error(cause);
        else if (from === null) controller.close();
        else controller.error(brokenOff(from, cause));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function brokenOff(from: string, cause: unknown): AppError {
  const { host } = new URL(from);
  const message = `${host} closed the connection in the middle of its answer.`;
  return new AppError('model_stream_cut', message, { details: { host }, cause });
}

type Bounds = TransformStream<Uint8Array, Uint8Array>;

function boundAnswer(from: string): Bounds {
  // The SDK replaces invalid bytes with U+FFFD, and the reader would never know.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let total = 0;
  let line = 0;
  return new TransformStream({
    transform(bytes, controller) {
      total += bytes.length;
      if (total > maxAnswerBytes)
        throw badResponse(`${from} sent more than ${megabytes(maxAnswerBytes)} MB for one answer.`);
      const end = bytes.lastIndexOf(lineEnd);
      line = end === -1 ? line + bytes.length : bytes.length - end - 1;
      if (line > maxLineBytes)
        throw badResponse(`${from} sent a line of more than ${megabytes(maxLineBytes)} MB.`);
      check(() => decoder.decode(bytes, { stream: true }));
      controller.enqueue(bytes);
    },
  });

  function check(decode: () => string): void {
    try {
      decode();
    } catch (cause) {
      throw badResponse(`${from} sent text that is not valid UTF-8.`, cause);
    }
  }
}

function cutError(): Bounds {
  let left = maxErrorBytes;
  return new TransformStream({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) controller.terminate();
    },
  });
}

function badResponse(message: string, cause?: unknown): AppError {
  return new AppError('model_bad_response', message, { cause });
}

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024;
}
