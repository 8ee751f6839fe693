/** An event as the transcript contains it. */
export type RawEvent = RawPrompt | RawTool | RawAnswer;

interface RawHappening {
  contentSessionId: string;
  at: number;
}

interface RawReply extends RawHappening {
  /** The event id of its prompt. If omitted, the last prompt. */
  promptEventId?: string | undefined;
}

export interface RawPrompt extends RawHappening {
  kind: 'prompt';
  eventId: string;
  cwd: string;
  text: string;
}

export interface RawTool extends RawReply {
  kind: 'tool';
  eventId: string;
  cwd: string;
  tool: string;
  input: unknown;
  output: unknown;
}

/** An answer of the assistant. Parts of one message have the same id. */
export interface RawAnswer extends RawReply {
  kind: 'answer';
  messageId: string;
  text: string;
  /** True if the transcript says that this answer ended the turn. Omitted if it does not say. */
  isFinal?: boolean;
}

/** Converts the lines of one file to events. The meaning of a line may depend on earlier lines. */
export interface TranscriptReader {
  read(line: unknown): RawEvent[];
}

type Fields = Record<string, unknown>;

/** Returns an empty object for values other than objects. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Ids become parts of names and are never rewritten, so unusual ones are not used. */
export function idOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,200}$/.test(value) ? value : '';
}

/** NaN if there is no time. */
export function timeOf(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(textOf(value));
}

const maxPending = 500;

/** Tool calls that wait for their results. */
export function createPending<T>() {
  const pending = new Map<string, T>();
  return {
    add(id: string, call: T): void {
      pending.set(id, call);
      const [oldest] = pending.keys();
      if (pending.size > maxPending && oldest !== undefined) pending.delete(oldest);
    },
    take(id: string): T | undefined {
      const call = pending.get(id);
      pending.delete(id);
      return call;
    },
  };
}

/** The prompts of one turn may share an id, so the second text gets its own. */
export function createPromptIds(): (turnId: string, text: string) => string {
  let lastTurn = '';
  let texts: string[] = [];
  return (turnId, text) => {
    if (turnId !== lastTurn) texts = [];
    lastTurn = turnId;
    if (!texts.includes(text)) texts.push(text);
    const place = texts.indexOf(text);
    return place === 0 ? turnId : `${turnId}:${place + 1}`;
  };
}

/** Tools that say nothing about the work, or belong to Precis. */
const quietTools =
  /^(?:todo_?(?:write|read)|update_plan|question|askuserquestion|exitplanmode|toolsearch|invalid|structuredoutput)$|memory_(?:search|timeline|get|save|fixes)$|^reader_(?:search|get)$|^mcp__(?:\w*(?:precis|claude-mem|opencode-mem))/i;

export function isQuiet(tool: string): boolean {
  return quietTools.test(tool);
}

/** The texts of a list of content parts, or the text itself. */
export function joinTexts(content: unknown, isText: (type: string) => boolean): string {
  if (typeof content === 'string') return content;
  const texts = listOf(content).flatMap((part) => {
    const { type, text } = fieldsOf(part);
    return isText(textOf(type)) && typeof text === 'string' ? [text] : [];
  });
  return texts.join('\n');
}

/** The texts of a message, if it is the user's. */
export function userTextsOf({ role, content }: Fields): string[] {
  if (role !== 'user') return [];
  if (typeof content === 'string') return [content];
  return listOf(content).flatMap((part) => {
    const { text } = fieldsOf(part);
    return typeof text === 'string' ? [text] : [];
  });
}

/** Removes what is between these tags. A tag without its end stays, because it may be the user's own words. */
export function dropTagged(text: string, name: string): string {
  const open = `<${name}>`;
  const close = `</${name}>`;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at);
    if (end === -1) break;
    parts.push(text.slice(from, at));
    from = end + close.length;
  }
  return parts.join('') + text.slice(from);
}
