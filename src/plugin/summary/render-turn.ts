import type { Message, Part } from '#plugin/host.ts';
import { cleanText, cleanValue } from '#text/privacy/clean-parts.ts';
import { stripPrivate } from '#text/privacy/hide-private.ts';

const maxUserChars = 4000;
const maxReplyChars = 6000;
const maxToolInputChars = 400;
const maxToolOutputChars = 600;
/** A turn is cut to about 6,000 tokens, which is what one summary may cost to read. */
const maxTurnChars = 24_000;

export interface RenderedTurn {
  text: string;
  /** The end of the assistant's text, for a worker that has to write the summary. */
  lastReply: string;
  /** The last prompt that is covered. */
  lastPrompt: string;
}

export interface TurnChoice {
  promptIds: readonly string[];
  /** The private texts of the session. */
  hidden?: readonly string[];
}

/**
 * Renders what happened since the given prompts, or returns null if nothing did. A prompt that is entirely private
 * hides its replies too.
 */
export function renderTurn(
  messages: readonly Message[],
  { promptIds, hidden = [] }: TurnChoice,
): RenderedTurn | null {
  const start = messages.findIndex(({ info }) => promptIds.includes(info.id));
  if (start < 0) return null;
  const lines: string[] = [];
  const privatePrompts = new Set<string>();
  let lastReply = '';
  let lastPrompt = '';
  let newestPrompt = '';
  let hasAnswer = false;

  for (const { info, parts } of messages.slice(start)) {
    if (info.role === 'user') {
      const prompt = promptText(parts);
      newestPrompt = info.id;
      if (stripPrivate(prompt).isEntirelyPrivate) {
        privatePrompts.add(info.id);
        continue;
      }
      lastPrompt = info.id;
      lines.push(`USER: ${cleanText(prompt, { maxChars: maxUserChars, hidden })}`);
      continue;
    }
    // A prompt may come while an earlier one is still being answered.
    if (privatePrompts.has(info.parentID ?? newestPrompt)) continue;
    for (const part of parts) {
      const line = renderPart(part, hidden);
      if (line === null) continue;
      lines.push(line);
      hasAnswer = true;
      if (part.type === 'text') lastReply = cleanText(part.text ?? '', { maxChars: maxReplyChars, hidden });
    }
  }
  return hasAnswer ? { text: fitLines(lines), lastReply, lastPrompt } : null;
}

/** Returns what the user wrote, without what OpenCode added in their name. */
export function promptText(parts: readonly Part[]): string {
  const texts = parts
    .filter((part) => part.type === 'text' && part.synthetic !== true && part.ignored !== true)
    .map((part) => part.text ?? '');
  const text = texts.join('\n').trim();
  if (text !== '') return text;
  return parts
    .filter((part) => part.type === 'file')
    .map((part) => `[file ${part.filename ?? ''}]`)
    .join('\n');
}

function renderPart(part: Part, hidden: readonly string[]): string | null {
  if (part.type === 'text') {
    const text = cleanText(part.text ?? '', { maxChars: maxReplyChars, hidden }).trim();
    return text === '' || part.synthetic === true ? null : `ASSISTANT: ${text}`;
  }
  if (part.type !== 'tool' || part.tool === undefined) return null;
  const { input, output, error } = part.state ?? {};
  const asked = JSON.stringify(cleanValue(input ?? {}, { maxChars: maxToolInputChars, hidden }));
  const told = error === undefined ? (output ?? '') : `failed: ${error}`;
  const got = cleanText(told, { maxChars: maxToolOutputChars, hidden });
  return `TOOL ${part.tool} ${asked}\n${got}`.trim();
}

/** Keeps the beginning, which has the request, and as much of the end as fits, which has the outcome. */
function fitLines(lines: readonly string[]): string {
  const [first = '', ...rest] = lines;
  let left = maxTurnChars - first.length;
  let from = rest.length;
  while (from > 0 && left - (rest[from - 1]?.length ?? 0) > 0) {
    from -= 1;
    left -= rest[from]?.length ?? 0;
  }
  const note = from === 0 ? [] : [`[${from} steps left out]`];
  return [first, ...note, ...rest.slice(from)].join('\n\n');
}
