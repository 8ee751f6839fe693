import { JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import type { ReportedUsage } from '#engine/ports.ts';
import { nameErrorFrame } from '#models/providers/name-error-frame.ts';
import { isFields, parseAnswer } from '#models/providers/usage/parse-answer.ts';
import { toReportedUsage } from '#models/providers/usage/read-usage.ts';

export interface Frame {
  text: string;
  /** The answer says that it refuses; its words are text. */
  isRefusal: boolean;
  /** Null: none. Empty where the provider hides it. */
  reasoning: string | null;
  finish: string | null;
  /** As the provider names it; empty where it does not. */
  model: string;
  usage: ReportedUsage | null;
}

/**
 * One chunk of a chat completion. Read by hand: a schema for each of the thousand chunks of an answer costs more than
 * everything else that is done with them. Throws the SDK's errors, and what the provider sent as one.
 */
export function readFrame(data: string): Frame {
  const chunk = parseAnswer(data);
  if (chunk === undefined) throw new JSONParseError({ text: data.slice(0, 200), cause: 'not JSON' });
  const invalid = (): TypeValidationError =>
    new TypeValidationError({ value: data.slice(0, 200), cause: new Error('not a chunk of a completion') });
  if (!isFields(chunk)) throw invalid();
  const { choices, error, model, usage } = chunk;
  if (isFields(error) && typeof error.message === 'string') throw nameErrorFrame(error);
  if (!Array.isArray(choices)) throw invalid();
  const choice = (choices[0] ?? {}) as unknown;
  if (!isFields(choice) || !isTextOrNone(choice.finish_reason)) throw invalid();
  const delta = choice.delta ?? {};
  if (!isFields(delta) || !isTextOrNone(delta.reasoning_content) || !isTextOrNone(delta.reasoning))
    throw invalid();
  const content = readContent(delta.content);
  if (content === null) throw invalid();
  const refusal = typeof delta.refusal === 'string' ? delta.refusal : '';
  return {
    text: content.text + refusal,
    isRefusal: refusal !== '',
    reasoning: delta.reasoning_content || delta.reasoning || content.reasoning,
    finish: choice.finish_reason ?? null,
    model: typeof model === 'string' ? model : '',
    usage: readUsage(usage),
  };
}

/** Null: neither a text nor a list of parts. */
function readContent(content: unknown): Pick<Frame, 'text' | 'reasoning'> | null {
  if (typeof content === 'string') return { text: content, reasoning: null };
  if (content === undefined || content === null) return { text: '', reasoning: null };
  if (!Array.isArray(content) || !content.every(isFields)) return null;
  const thoughts = content.filter(({ type }) => type === 'thinking').map(({ thinking }) => thinking);
  return { text: joinTexts(content), reasoning: thoughts.length === 0 ? null : joinTexts(thoughts.flat()) };
}

function joinTexts(parts: readonly unknown[]): string {
  const texts = parts.filter(isFields).filter(({ type }) => type === 'text');
  return texts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function readUsage(usage: unknown): Frame['usage'] {
  if (!isFields(usage)) return null;
  const details = isFields(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  return toReportedUsage({
    input: usage.prompt_tokens,
    cached: details.cached_tokens,
    output: usage.completion_tokens,
  });
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}
