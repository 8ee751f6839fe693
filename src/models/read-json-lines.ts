import {
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import type { z } from 'zod';
import { AppError } from '#schema/app-error.ts';

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
    for (const line of lines) if (line.trim() !== '') yield parseLine(line, schema);
  }
  if (rest.trim() !== '') yield parseLine(rest, schema);
}

/** A body that breaks off is told apart from one that cannot be understood by having no data to show. */
async function* readBytes(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (error instanceof AppError) throw error;
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
    throw new JSONParseError({ text: line.slice(0, 200), cause });
  }
}
