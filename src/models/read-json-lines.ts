import {
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import type { z } from 'zod';

/** Far above any frame of a model; ends an answer that is one line without end. */
const maxLineCharacters = 4 * 1024 * 1024;

/** Reads newline-delimited JSON. Leaving the loop early cancels the body. */
export async function* readJsonLines<T>(
  body: ReadableStream<Uint8Array> | null,
  schema: z.ZodType<T>,
): AsyncGenerator<T> {
  if (!body) throw new EmptyResponseBodyError();
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of readBytes(body)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineCharacters) throw parseError(rest, new Error('the line is too long'));
    for (const line of lines) if (line.trim() !== '') yield parseLine(line, schema);
  }
  if (rest.trim() !== '') yield parseLine(rest, schema);
}

/** A body that breaks off is told apart from one that cannot be understood by having no data to show. */
async function* readBytes(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    const message = `the body broke off: ${error instanceof Error ? error.message : 'no words'}`;
    throw new InvalidResponseDataError({ data: undefined, message });
  }
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(parseJson(line));
  if (result.success) return result.data;
  throw new TypeValidationError({ value: line.slice(0, 200), cause: result.error });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw parseError(line, cause);
  }
}

function parseError(line: string, cause: unknown): JSONParseError {
  return new JSONParseError({ text: line.slice(0, 200), cause });
}
