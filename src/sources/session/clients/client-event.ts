import type { HookPayload } from '#schema/sessions/hook-client.ts';

/** What a client reports, in the worker's terms. Texts are as they came: not cleaned yet. */
export type ClientEvent =
  | { kind: 'start'; sessionId: string; cwd: string; source: StartSource }
  | { kind: 'prompt'; sessionId: string; cwd: string; eventId: string | null; text: string }
  | {
      kind: 'observation';
      sessionId: string;
      cwd: string;
      eventId: string | null;
      promptEventId: string | null;
      tool: string;
      input: unknown;
      output: unknown;
    }
  | { kind: 'turn-end'; sessionId: string; promptEventId: string | null; reply: string }
  | { kind: 'end'; sessionId: string };

/** Why a session starts; after a compaction the model knows only a summary of what came before. */
export type StartSource = 'new' | 'resumed' | 'compacted';

/** What became of a payload. `lost`: it should have been recorded, but something it needs is missing. */
export type ReadPayload = { events: ClientEvent[] } | { lost: string };

/** A client's way of telling events: pure, and safe with any payload. */
export type ReadHook = (event: string, payload: HookPayload) => ReadPayload;

/** What an event of a hook tells. */
export type HookKind = 'start' | 'prompt' | 'tool' | 'failed-tool' | 'turn-end' | 'end';

/** What differs between clients in payloads that otherwise have the same fields. */
export interface PayloadForm {
  /** The field with the id of the turn, which is its prompt's too. If omitted, hooks name neither prompts nor tool calls. */
  turnId?: string;
  /** The field with the last message of the assistant. */
  reply: string;
  /** Tools that say nothing of the work. */
  quietTools: ReadonlySet<string>;
  /** The prompt without what the client adds to it. */
  promptOf?(text: string): string;
  /** What a tool call gave; if omitted, the response without copies of whole files. */
  outputOf?(response: unknown): unknown;
}

interface HookReading {
  client: string;
  kindOf(event: string): HookKind | undefined;
  form: PayloadForm;
}

const nothing: ReadPayload = { events: [] };

/** The same event has the same name, whether a hook or a transcript tells it. */
export function eventIdOf(client: string, sessionId: string, id: unknown): string | null {
  const text = textOf(id);
  // The limits of an event's name.
  return text === '' || text.length > 300 ? null : `${client}:${sessionId}:${text}`;
}

/** All clients say the same things under mostly the same names. */
export function createReadHook({ client, kindOf, form }: HookReading): ReadHook {
  return (event, payload) => {
    const kind = kindOf(event);
    if (kind === undefined) return nothing;
    const isCall = kind === 'tool' || kind === 'failed-tool';
    // What a helper does belongs to the turn; what it is told, and when it ends, does not.
    if (textOf(payload.agent_id) !== '' && !isCall) return nothing;
    const sessionId = textOf(payload.session_id);
    if (sessionId === '' || sessionId.length > maxNameChars) return { lost: `${event} without session_id` };
    const cwd = textOf(payload.cwd);
    const nameOf = (id: unknown) => eventIdOf(client, sessionId, id);
    const promptEventId = form.turnId === undefined ? null : nameOf(payload[form.turnId]);
    switch (kind) {
      case 'start':
        return { events: [{ kind, sessionId, cwd, source: startSourceOf(payload.source) }] };
      case 'prompt': {
        if (typeof payload.prompt !== 'string') return { lost: `${event} without prompt` };
        const text = form.promptOf?.(payload.prompt) ?? payload.prompt;
        const eventId = form.turnId === undefined ? nameOf(payload.timestamp) : promptEventId;
        return { events: [{ kind, sessionId, cwd, eventId, text }] };
      }
      case 'tool':
      case 'failed-tool': {
        const tool = textOf(payload.tool_name);
        if (tool === '' || tool.length > maxNameChars) return { lost: `${event} without tool_name` };
        if (form.quietTools.has(tool) || ownTool.test(tool)) return nothing;
        const eventId = nameOf(form.turnId === undefined ? momentOf(payload) : payload.tool_use_id);
        const response = kind === 'tool' ? payload.tool_response : { error: payload.error };
        const output = (form.outputOf ?? withoutCopies)(response);
        const call = { tool, input: payload.tool_input, output };
        return { events: [{ kind: 'observation', sessionId, cwd, eventId, promptEventId, ...call }] };
      }
      case 'turn-end':
        return { events: [{ kind, sessionId, promptEventId, reply: textOf(payload[form.reply]) }] };
      case 'end':
        break;
    }
    return { events: [{ kind: 'end', sessionId }] };
  };
}

/** Of a session and of a tool. */
const maxNameChars = 300;
/** The memory's own tools: what they find is stored already. */
const ownTool = /^mcp__?(?:plugin_)?precis(?:_precis)?_|^memory_(?:search|timeline|get|save)$/;

/** A call without an id is named by its moment and input, so that it is stored once even if it is sent twice. */
function momentOf({ timestamp, tool_name, tool_input }: HookPayload): string {
  const moment = textOf(timestamp);
  return moment === '' ? '' : `${moment} ${textOf(tool_name)} ${JSON.stringify(tool_input)}`.slice(0, 200);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function startSourceOf(source: unknown): StartSource {
  if (source === 'compact') return 'compacted';
  // The context of the earlier start is still there.
  return source === 'resume' || source === 'fork' ? 'resumed' : 'new';
}

/** An edit's answer repeats the whole file, and a picture says nothing as text. */
function withoutCopies(output: unknown): unknown {
  if (!isRecord(output)) return output;
  const { originalFile: _, file, ...rest } = output;
  if (file === undefined) return rest;
  return { ...rest, file: isRecord(file) && 'base64' in file ? { ...file, base64: '[picture]' } : file };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
