import type { z } from 'zod';
import { parseJson } from '#schema/parse-json.ts';

/** Words before an object rarely have more braces than this. */
const maxOpenings = 20;

/** The JSON object at the end of an answer, which may have words or a code fence around it, or what is wrong. */
export function parseObject<T>(text: string, schema: z.ZodType<T>): { value: T } | { problem: string } {
  const value = findObject(text.slice(0, text.lastIndexOf('}') + 1));
  if (value === undefined) return { problem: 'it has no JSON object' };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const keys = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return { problem: `these keys are missing or have no valid value: ${[...keys].join(', ')}` };
}

function findObject(text: string): unknown {
  let from = text.indexOf('{');
  for (let openings = 0; from !== -1 && openings < maxOpenings; openings++) {
    const value = parseJson(text.slice(from));
    if (value !== undefined) return value;
    from = text.indexOf('{', from + 1);
  }
  return undefined;
}
