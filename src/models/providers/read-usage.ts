import type { ReportedUsage } from '#engine/ports.ts';
import { readTokenCount } from '#schema/runs/run.ts';

/**
 * Returns the usage that a provider reported for a call, or null if no count can be true. Some servers that count
 * nothing send zeros.
 */
export function toReportedUsage(
  reported: Record<'input' | 'cached' | 'output', unknown>,
): ReportedUsage | null {
  const inputTokens = readTokenCount(reported.input) || null;
  const outputTokens = readTokenCount(reported.output) || null;
  if (inputTokens === null && outputTokens === null) return null;
  return { inputTokens, cachedInputTokens: readTokenCount(reported.cached) ?? 0, outputTokens };
}

/** The names of counts from OpenAI, Anthropic and Google. Other parts of their usage are not read. */
const counts = [
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
  'cachedContentTokenCount',
];

const hasUsage = /"(?:usage(?:Metadata)?"\s*:\s*[^\sn]|message_(?:start|delta)")/;

/**
 * Returns a line of an event stream with only those usage counts that can be true. The SDK refuses a whole answer for
 * an invalid count, although the answer was paid for and only its price is in doubt.
 */
export function cleanUsageLine(line: string): string {
  if (!line.startsWith('data:') || !hasUsage.test(line)) return line;
  const data = parseAnswer(line.slice('data:'.length));
  if (!isFields(data)) return line;
  const { type, message } = data;
  // Anthropic's events require these two counts. A zero counts as unknown, and the tokens are then counted here.
  if (type === 'message_start' && isFields(message)) message.usage = clean(message.usage, 'input_tokens');
  else if (type === 'message_delta') data.usage = clean(data.usage, 'output_tokens');
  else if (data.usage !== undefined) data.usage = clean(data.usage);
  if (data.usageMetadata !== undefined) data.usageMetadata = clean(data.usageMetadata);
  return `data: ${JSON.stringify(data)}`;
}

/** Cleans an answer in one piece, such as vectors. It stays unchanged if its usage has a number. */
export function cleanUsageBody(body: string): string {
  const data = parseAnswer(body);
  if (!isFields(data) || data.usage === undefined) return body;
  if (isFields(data.usage) && typeof data.usage.prompt_tokens === 'number') return body;
  return JSON.stringify({ ...data, usage: null });
}

function clean(usage: unknown, required?: string): Fields {
  const given = isFields(usage) ? usage : {};
  const known = Object.fromEntries(
    counts.flatMap((name) => {
      const count = readTokenCount(given[name]);
      return count === null ? [] : [[name, count]];
    }),
  );
  const details = isFields(given.prompt_tokens_details) ? clean(given.prompt_tokens_details) : null;
  return {
    ...(required !== undefined && { [required]: 0 }),
    ...known,
    ...(details && { prompt_tokens_details: details }),
  };
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Matches values that Python writes for numbers and that JSON does not have. */
const noNumbers = /([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,}\]])/g;

/** Parses a server's JSON. Returns undefined if it is no JSON. Values such as NaN become null. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    return JSON.parse(text.replace(noNumbers, '$1null'));
  } catch {
    return undefined;
  }
}
