import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { parseJson } from '#schema/parse-json.ts';
import { readTokenCount } from '#schema/runs/run.ts';
import { parseAnswer } from './read-usage.ts';

export interface OllamaSettings {
  model: string;
  /** Ollama silently cuts a longer prompt, so the profile's size is always sent. */
  contextTokens: number;
  baseURL: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

const frameSchema = z.object({
  model: z.string().optional(),
  message: z.object({ content: z.string().default(''), thinking: z.string().nullish() }).optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  // These are read as token counts at the end of the answer. A wrong count does not make the answer wrong.
  prompt_eval_count: z.unknown().optional(),
  eval_count: z.unknown().optional(),
  error: z.string().optional(),
});
type Frame = z.infer<typeof frameSchema>;

const errorSchema = z.object({ error: z.string() });
const maxErrorCharacters = 10_000;

/** Uses Ollama's own chat API, because the OpenAI-compatible one cannot set the size of the context. */
export function createOllamaModel(settings: OllamaSettings): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: settings.model,
    supportedUrls: {},
    doGenerate: () => {
      throw new UnsupportedFunctionalityError({ functionality: 'an answer in one piece' });
    },
    doStream: async (options) => {
      const body = toBody(settings, options);
      const response = await postToOllama(settings, '/api/chat', { body, signal: options.abortSignal });
      return { stream: ReadableStream.from(toParts(readJsonLines(response.body, frameSchema))) };
    },
  };
}

function toBody(settings: OllamaSettings, options: LanguageModelV4CallOptions): object {
  return {
    model: settings.model,
    stream: true,
    messages: options.prompt.map((message) => ({ role: message.role, content: textOf(message.content) })),
    ...(options.responseFormat?.type === 'json' && { format: options.responseFormat.schema ?? 'json' }),
    options: {
      num_ctx: settings.contextTokens,
      num_predict: options.maxOutputTokens,
      temperature: options.temperature,
      top_p: options.topP,
      top_k: options.topK,
      seed: options.seed,
      presence_penalty: options.presencePenalty,
      frequency_penalty: options.frequencyPenalty,
    },
  };
}

function textOf(content: LanguageModelV4CallOptions['prompt'][number]['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Throws APICallError if the response reports a failure. */
export async function postToOllama(
  settings: Pick<OllamaSettings, 'baseURL' | 'apiKey' | 'fetch'>,
  path: '/api/chat' | '/api/embed',
  call: { body: object; signal: AbortSignal | undefined },
): Promise<Response> {
  const authorization = `Bearer ${settings.apiKey}`;
  const response = await settings.fetch(`${settings.baseURL.replace(/\/api$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(call.body),
    signal: call.signal ?? null,
  });
  if (!response.ok) throw await toCallError(response, call.body);
  return response;
}

async function toCallError(response: Response, body: object): Promise<APICallError> {
  const responseBody = (await response.text()).slice(0, maxErrorCharacters);
  return new APICallError({
    message: readError(responseBody) ?? response.statusText,
    url: response.url,
    requestBodyValues: body,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  });
}

function readError(text: string): string | null {
  return errorSchema.safeParse(parseJson(text)).data?.error ?? null;
}

async function* toParts(frames: AsyncIterable<Frame>): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let open: 'text' | 'reasoning' | null = null;
  let named = false;
  for await (const frame of frames) {
    if (frame.error !== undefined) {
      yield { type: 'error', error: { message: frame.error } };
      return;
    }
    if (!named && frame.model) {
      named = true;
      yield { type: 'response-metadata', modelId: frame.model };
    }
    for (const [kind, delta] of deltasOf(frame)) {
      if (open !== kind) {
        if (open) yield { type: `${open}-end`, id: open };
        yield { type: `${kind}-start`, id: kind };
        open = kind;
      }
      yield { type: `${kind}-delta`, id: kind, delta };
    }
    if (!frame.done) continue;
    if (open) yield { type: `${open}-end`, id: open };
    yield toFinish(frame);
    return;
  }
  if (open) yield { type: `${open}-end`, id: open };
  yield toFinish(null);
}

function deltasOf(frame: Frame): ['text' | 'reasoning', string][] {
  const deltas: ['text' | 'reasoning', string][] = [];
  if (frame.message?.thinking) deltas.push(['reasoning', frame.message.thinking]);
  if (frame.message?.content) deltas.push(['text', frame.message.content]);
  return deltas;
}

/** Makes the finish part. The frame is null when the stream ended without its last frame. */
function toFinish(frame: Frame | null): LanguageModelV4StreamPart {
  const input = readTokenCount(frame?.prompt_eval_count) ?? undefined;
  const output = readTokenCount(frame?.eval_count) ?? undefined;
  // Versions before 0.1.49 send no reason.
  const raw = frame ? (frame.done_reason ?? 'stop') : undefined;
  const unified = raw === undefined ? 'interrupted' : raw === 'stop' || raw === 'length' ? raw : 'other';
  return {
    type: 'finish',
    finishReason: { unified, raw },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: output, reasoning: undefined },
    },
  };
}

/** Reads newline-delimited JSON. Leaving the loop early cancels the body. */
async function* readJsonLines<T>(
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
  // A last line without its line break may have been cut.
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
