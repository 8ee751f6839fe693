import type { HookPayload } from '#schema/sessions/hook-client.ts';

/** An event of a client in the worker's terms. Texts are not cleaned yet. */
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

/** Why a session starts. After a compaction the model knows only a summary of what came before. */
export type StartSource = 'new' | 'resumed' | 'compacted';

/** The result of reading a payload. `lost`: something that is needed to record it is missing. */
export type ReadPayload = { events: ClientEvent[] } | { lost: string };

/** Reads a client's events. Readers are pure and never throw, whatever the payload contains. */
export type ReadHook = (event: string, payload: HookPayload) => ReadPayload;

export type HookKind = 'start' | 'prompt' | 'tool' | 'failed-tool' | 'turn-end' | 'end';

/** How the payloads of a client differ from those of others with the same fields. */
export interface PayloadForm {
  /** The field with the id of the turn and its prompt. If omitted, hooks name neither prompts nor tool calls. */
  turnId?: string;
  /** The field with the last message of the assistant. */
  reply: string;
  /** Tools whose calls say nothing about the work. */
  quietTools: ReadonlySet<string>;
  /** The prompt without what the client adds to it. Transcripts are read with the same function. */
  promptOf?(text: string): string;
  /** The output of a tool call. If omitted, the response without copies of whole files. */
  outputOf?(response: unknown): unknown;
}

interface HookReading {
  client: string;
  kindOf(event: string): HookKind | undefined;
  form: PayloadForm;
}

const nothing: ReadPayload = { events: [] };

/** An event has the same name in a hook and in a transcript. */
export function eventIdOf(client: string, sessionId: string, id: unknown): string | null {
  const text = textOf(id);
  // The maximum length of an event's name.
  return text === '' || text.length > 300 ? null : `${client}:${sessionId}:${text}`;
}

/** Creates a reader for payloads, whose fields have mostly the same names for all clients. */
export function createReadHook({ client, kindOf, form }: HookReading): ReadHook {
  return (event, payload) => {
    const kind = kindOf(event);
    if (kind === undefined) return nothing;
    const isCall = kind === 'tool' || kind === 'failed-tool';
    // A subagent's tool calls belong to the turn; its prompt and its end do not.
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
        // The client wrote all of it in the user's name.
        if (text.trim() === '' && payload.prompt.trim() !== '') return nothing;
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

/** Maximum length of the names of sessions and tools. */
const maxNameChars = 300;
/** The memory's own tools are skipped, because what they find is stored already. */
const ownTool =
  /^mcp__?(?:plugin_)?precis(?:_precis)?_|^memory_(?:search|timeline|get|save|fixes)$|^reader_(?:search|get)$/;

/** Names a call without an id by its time and input, so that it is stored only once even if it is sent twice. */
function momentOf({ timestamp, tool_name, tool_input }: HookPayload): string {
  const moment = textOf(timestamp);
  return moment === '' ? '' : `${moment} ${textOf(tool_name)} ${JSON.stringify(tool_input)}`.slice(0, 200);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function startSourceOf(source: unknown): StartSource {
  if (source === 'compact') return 'compacted';
  // The model still has the context of the earlier start.
  return source === 'resume' || source === 'fork' ? 'resumed' : 'new';
}

/** Removes what is useless as text: an edit's response repeats the whole file, and a picture is only base64. */
function withoutCopies(output: unknown): unknown {
  if (!isRecord(output)) return output;
  const { originalFile: _, file, ...rest } = output;
  if (file === undefined) return rest;
  return { ...rest, file: isRecord(file) && 'base64' in file ? { ...file, base64: '[picture]' } : file };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
