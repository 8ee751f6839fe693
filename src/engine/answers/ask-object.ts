import type { z } from 'zod';
import { type Ask, askModel } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { RunContext } from '#engine/define-task.ts';
import { AppError } from '#schema/app-error.ts';
import { parseJson } from '#schema/parse-json.ts';

interface AskRead<T> extends Omit<Ask, 'streamed'> {
  /** Reads an answer, or says what is wrong with it. */
  read(text: string): { value: T } | { problem: string };
  /** The template of the repair request. It gets the answer and, as the parameter `problem`, its fault. */
  repairTemplateId: string;
}

export interface ObjectAnswer<T> {
  answer: ModelAnswer;
  value: T;
}

type AskObject<T> = Omit<AskRead<T>, 'output' | 'read'> & { output: z.ZodType<T> };

/** Asks for one JSON object of the given shape. An answer of another shape gets one repair request. */
export function askObject<T>(context: RunContext, ask: AskObject<T>): Promise<ObjectAnswer<T>> {
  return askRead(context, { ...ask, read: (text) => parseObject(text, ask.output) });
}

/** Asks for an answer that `read` accepts. One that it refuses gets one repair request. */
export async function askRead<T>(
  context: RunContext,
  { repairTemplateId, read, ...ask }: AskRead<T>,
): Promise<ObjectAnswer<T>> {
  const answer = await askModel(context, { ...ask, streamed: false });
  const parsed = read(answer.text);
  if ('value' in parsed) return { answer, value: parsed.value };

  context.log.emit({ type: 'progress', phase: 'checking', done: 0, total: 1 });
  const repaired = await askModel(context, {
    ...ask,
    templateId: repairTemplateId,
    sourceText: answer.text,
    passing: { problem: parsed.problem },
    streamed: false,
  });
  const second = read(repaired.text);
  if ('value' in second) return { answer: repaired, value: second.value };
  const { name, model } = ask.model.profile;
  throw new AppError(
    'model_bad_response',
    `${name} (${model}) did not return the requested fields: ${second.problem}.`,
  );
}

/** The search tries this many opening braces, because words before an object rarely have more. */
const maxOpenings = 20;

/**
 * Finds the JSON object at the end of an answer, which may have words or a code fence around it. If there is no valid
 * object, it says what is wrong.
 */
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
