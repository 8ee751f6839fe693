import { APICallError, EmptyResponseBodyError, InvalidResponseDataError } from '@ai-sdk/provider';
import { asSchema } from 'ai';
import type { FinishReason, ModelPart, ModelRequest } from '#engine/ports.ts';
import { readErrorText, readTexts } from '#models/providers/bound-body.ts';
import { refusesFormat, type StreamCall } from '#models/providers/stream-parts.ts';
import type { CallUpstream, UpstreamAnswer } from '#models/providers/upstream-fetch.ts';
import type { CallSettings } from '#schema/models/profile-numbers.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import { createEventDataReader } from './read-event-data.ts';
import { type Frame, readFrame } from './read-frame.ts';

export interface ChatSettings {
  model: string;
  baseURL: string;
  apiKey: string;
  call: CallUpstream;
}

export type ChatCall = Omit<StreamCall, 'model'>;

/**
 * An answer over the chat completions API of servers that imitate OpenAI's. Asks as the SDK's provider does, and reads the
 * stream itself: through the SDK, each chunk passes four streams and a schema. What it throws, `classifyError` names.
 */
export async function* streamChat(settings: ChatSettings, call: ChatCall): AsyncGenerator<ModelPart> {
  const { body, from } = await open(settings, call);
  const data = createEventDataReader();
  const answer: Answer = { model: null, finish: '', isRefused: false, usage: null };
  for await (const piece of readTexts(body, from)) {
    for (const event of data.push(piece)) {
      if (event === '[DONE]') continue;
      const frame = readFrame(event);
      note(frame, answer);
      if (frame.reasoning !== null) yield { type: 'reasoning', text: frame.reasoning };
      if (frame.text !== '') yield { type: 'text', text: frame.text };
    }
  }
  call.signal.throwIfAborted();
  if (answer.finish === '')
    throw new InvalidResponseDataError({
      data: undefined,
      message: 'The stream ended without a finish reason.',
    });
  const model = answer.model ?? settings.model;
  yield { type: 'finish', reason: toReason(answer), model, usage: answer.usage };
}

/** What is known of an answer before its end. */
interface Answer {
  model: string | null;
  finish: string;
  isRefused: boolean;
  usage: Frame['usage'];
}

function note(frame: Frame, answer: Answer): void {
  answer.isRefused ||= frame.isRefusal;
  answer.finish = frame.finish ?? answer.finish;
  answer.usage = frame.usage ?? answer.usage;
  if (frame.model !== '') answer.model ??= frame.model;
}

async function open(settings: ChatSettings, { request, settings: numbers, signal }: ChatCall) {
  const post = (format?: object) =>
    postChat(settings, { body: toBody(settings.model, { request, numbers, format }), signal });
  if (request.output === null) return post();
  const schema = await asSchema(request.output).jsonSchema;
  try {
    // A strict schema may have no optional key.
    return await post({ type: 'json_schema', json_schema: { schema, strict: false, name: 'response' } });
  } catch (error) {
    if (!refusesFormat(error)) throw error;
    // The prompt asks for the same shape, and the engine checks the answer.
    return post();
  }
}

interface Asked {
  request: ModelRequest;
  numbers: CallSettings;
  format?: object | undefined;
}

function toBody(model: string, { request, numbers, format }: Asked): object {
  const { system, history, prompt, maxOutputTokens } = request;
  const said = [...history, { role: 'user' as const, text: prompt }].map(({ role, text }) => ({
    role,
    content: text,
  }));
  return {
    model,
    max_tokens: maxOutputTokens,
    temperature: numbers.temperature,
    response_format: format,
    // Some providers refuse an empty system message.
    messages: system.trim() === '' ? said : [{ role: 'system', content: system }, ...said],
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Throws APICallError where the answer is one of failure. */
async function postChat(
  { baseURL, apiKey, call }: ChatSettings,
  { body, signal }: { body: object; signal: AbortSignal },
): Promise<UpstreamAnswer> {
  const url = `${baseURL}/chat/completions`;
  const answer = await call(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'precis',
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    signal,
  });
  if (answer.status === 204 || answer.status === 205) throw new EmptyResponseBodyError();
  if (answer.status >= 200 && answer.status < 300) return answer;
  const responseBody = await readErrorText(answer.body);
  const data = readError(responseBody);
  throw new APICallError({
    message: data?.error.message ?? answer.statusText,
    url,
    requestBodyValues: {},
    statusCode: answer.status,
    responseHeaders: Object.fromEntries(answer.headers),
    responseBody,
    data,
  });
}

/** What OpenAI's API says of a failure; undefined: something else. */
function readError(text: string): { error: { message: string; code?: unknown } } | undefined {
  const error = parseJsonObject(text)?.error;
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  return typeof message === 'string' ? { error: { message, code } } : undefined;
}

function toReason({ finish, isRefused }: Answer): FinishReason {
  if (finish === 'content_filter' || (finish === 'stop' && isRefused)) return 'content-filter';
  return finish === 'stop' || finish === 'length' ? finish : 'other';
}
