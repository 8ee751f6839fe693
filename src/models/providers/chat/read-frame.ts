import { JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { nameErrorFrame } from '#models/providers/name-error-frame.ts';

type Fields = Record<string, unknown>;

export interface Frame {
  text: string;
  /** The answer says that it refuses; its words are text. */
  isRefusal: boolean;
  isReasoning: boolean;
  finish: string | null;
  /** As the provider names it; empty where it does not. */
  model: string;
  usage: { inputTokens: number; cachedInputTokens: number; outputTokens: number } | null;
}

/**
 * One chunk of a chat completion. Read by hand: a schema for each of the thousand chunks of an answer costs more than
 * everything else that is done with them. Throws the SDK's errors, and what the provider sent as one.
 */
export function readFrame(data: string): Frame {
  const chunk = parse(data);
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
    isReasoning: Boolean(delta.reasoning_content ?? delta.reasoning) || content.isReasoning,
    finish: choice.finish_reason ?? null,
    model: typeof model === 'string' ? model : '',
    usage: readUsage(usage),
  };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new JSONParseError({ text: data.slice(0, 200), cause });
  }
}

/** Null: neither a text nor a list of parts. */
function readContent(content: unknown): { text: string; isReasoning: boolean } | null {
  if (typeof content === 'string') return { text: content, isReasoning: false };
  if (content === undefined || content === null) return { text: '', isReasoning: false };
  if (!Array.isArray(content) || !content.every(isFields)) return null;
  const texts = content.filter(({ type, text }) => type === 'text' && typeof text === 'string');
  return {
    text: texts.map(({ text }) => text as string).join(''),
    isReasoning: content.some(({ type }) => type === 'thinking'),
  };
}

function readUsage(usage: unknown): Frame['usage'] {
  if (!isFields(usage)) return null;
  const details = isFields(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  return {
    inputTokens: toCount(usage.prompt_tokens),
    cachedInputTokens: toCount(details.cached_tokens),
    outputTokens: toCount(usage.completion_tokens),
  };
}

function toCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
