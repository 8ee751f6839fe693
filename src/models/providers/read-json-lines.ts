import {
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import type { z } from 'zod';
import { parseAnswer } from './usage/parse-answer.ts';

/** Reads newline-delimited JSON. Leaving the loop early cancels the body. */
export async function* readJsonLines<T>(
  body: ReadableStream<Uint8Array> | null,
  schema: z.ZodType<T>,
): AsyncGenerator<T> {
  if (!body) throw new EmptyResponseBodyError();
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parseLine(line, schema);
  }
  if (rest.trim() === '') return;
  // A last line without its end may be a line that was cut.
  if (parseAnswer(rest) === undefined)
    throw new InvalidResponseDataError({ data: undefined, message: 'half a line' });
  yield parseLine(rest, schema);
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T {
  const data = parseAnswer(line);
  if (data === undefined) throw new JSONParseError({ text: line.slice(0, 200), cause: 'not JSON' });
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new TypeValidationError({ value: line.slice(0, 200), cause: result.error });
}
