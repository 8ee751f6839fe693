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

const nothing: ReadPayload = { events: [] };

/** The same event has the same name, whether a hook or a transcript tells it. */
export function eventIdOf(client: string, sessionId: string, id: unknown): string | null {
  const text = textOf(id);
  // The limits of an event's name.
  return text === '' || text.length > 300 ? null : `${client}:${sessionId}:${text}`;
}

/** Both clients say the same things under the same names, but one calls a prompt's turn by its own. */
export function createReadHook(
  client: string,
  { turnKey, quietTools }: { turnKey: string; quietTools: ReadonlySet<string> },
): ReadHook {
  return (event, payload) => {
    const sessionId = textOf(payload.session_id);
    const cwd = textOf(payload.cwd);
    const promptEventId = eventIdOf(client, sessionId, payload[turnKey]);
    if (!recorded.has(event)) return nothing;
    // What a helper does belongs to the turn; what it is told, and when it ends, does not.
    if (textOf(payload.agent_id) !== '' && !event.startsWith('PostTool')) return nothing;
    if (sessionId === '' || sessionId.length > maxNameChars) return { lost: `${event} without session_id` };
    switch (event) {
      case 'SessionStart':
        return { events: [{ kind: 'start', sessionId, cwd, source: startSourceOf(payload.source) }] };
      case 'UserPromptSubmit': {
        if (typeof payload.prompt !== 'string') return { lost: `${event} without prompt` };
        return {
          events: [{ kind: 'prompt', sessionId, cwd, eventId: promptEventId, text: payload.prompt }],
        };
      }
      case 'PostToolUse':
      case 'PostToolUseFailure': {
        const tool = textOf(payload.tool_name);
        if (tool === '' || tool.length > maxNameChars) return { lost: `${event} without tool_name` };
        if (quietTools.has(tool) || ownTool.test(tool)) return nothing;
        const eventId = eventIdOf(client, sessionId, payload.tool_use_id);
        const output = event === 'PostToolUse' ? payload.tool_response : { error: payload.error };
        const call = { tool, input: payload.tool_input, output: withoutCopies(output) };
        return { events: [{ kind: 'observation', sessionId, cwd, eventId, promptEventId, ...call }] };
      }
      case 'Stop': {
        const reply = textOf(payload.last_assistant_message);
        return { events: [{ kind: 'turn-end', sessionId, promptEventId, reply }] };
      }
      default:
        return { events: [{ kind: 'end', sessionId }] };
    }
  };
}

const recorded = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SessionEnd',
]);
/** Of a session and of a tool. */
const maxNameChars = 300;
/** The memory's own tools: what they find is stored already. */
const ownTool = /^mcp__(?:plugin_)?precis(?:_precis)?__|^memory_(?:search|timeline|get|save)$/;

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
