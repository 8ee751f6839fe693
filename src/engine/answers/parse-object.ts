import type { z } from 'zod';

/** The JSON object in an answer that may have words or a code fence around it, or what is wrong with it. */
export function parseObject<T>(text: string, schema: z.ZodType<T>): { value: T } | { problem: string } {
  const value = readObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (value === undefined) return { problem: 'it has no JSON object' };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const keys = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return { problem: `these keys are missing or have no valid value: ${[...keys].join(', ')}` };
}

function readObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
