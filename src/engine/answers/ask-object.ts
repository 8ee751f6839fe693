import type { z } from 'zod';
import { type Ask, askModel } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { RunContext } from '#engine/define-task.ts';
import { AppError } from '#schema/app-error.ts';
import { parseObject } from './parse-object.ts';

interface AskObject<T> extends Omit<Ask, 'output' | 'streamed'> {
  output: z.ZodType<T>;
  /** Is given the answer and, as the parameter `problem`, what is wrong with it. */
  repairTemplateId: string;
}

export interface ObjectAnswer<T> {
  answer: ModelAnswer;
  value: T;
}

/** Asks for one JSON object of the given shape. An answer of another shape gets one repair request. */
export async function askObject<T>(
  context: RunContext,
  { repairTemplateId, ...ask }: AskObject<T>,
): Promise<ObjectAnswer<T>> {
  const answer = await askModel(context, { ...ask, streamed: false });
  const parsed = parseObject(answer.text, ask.output);
  if ('value' in parsed) return { answer, value: parsed.value };

  context.log.emit({ type: 'progress', phase: 'checking', done: 0, total: 1 });
  const repaired = await askModel(context, {
    ...ask,
    templateId: repairTemplateId,
    sourceText: answer.text,
    passing: { problem: parsed.problem },
    streamed: false,
  });
  const second = parseObject(repaired.text, ask.output);
  if ('value' in second) return { answer: repaired, value: second.value };
  const { name, model } = ask.model.profile;
  throw new AppError(
    'model_bad_response',
    `${name} (${model}) did not return the requested fields: ${second.problem}.`,
  );
}
