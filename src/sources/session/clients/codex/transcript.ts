import { parseJson } from '#schema/parse-json.ts';
import {
  createPending,
  createPromptIds,
  fieldsOf,
  idOf,
  isQuiet,
  joinTexts,
  listOf,
  type RawEvent,
  type TranscriptReader,
  textOf,
  timeOf,
} from '#sources/session/transcripts/raw-event.ts';

interface Call {
  tool: string;
  input: unknown;
}

/** Text that Codex writes in the user's name. */
const injected =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|subagent_notification|user_shell_command|collaboration_mode)\b|# AGENTS\.md instructions)/;

/** One file is one session. Subagents are skipped, because the tool call that started one contains its report. */
export function createCodexReader(): TranscriptReader {
  const pending = createPending<Call>();
  const promptIdOf = createPromptIds();
  let contentSessionId = '';
  let isSubagent = false;
  let cwd = '';
  let turnId = '';
  let prompts = 0;
  let lastAt = 0;

  function readMeta(payload: Record<string, unknown>): void {
    // A fork starts with its own line, followed by the start of the original session with that one's name.
    if (contentSessionId !== '') return;
    contentSessionId = idOf(payload.id) || idOf(payload.session_id);
    isSubagent = 'subagent' in fieldsOf(payload.source);
    cwd = textOf(payload.cwd);
  }

  function readTurn(payload: Record<string, unknown>): void {
    cwd = textOf(payload.cwd) || cwd;
    turnId = idOf(payload.turn_id) || turnId;
  }

  function readMessage(item: Record<string, unknown>): RawEvent[] {
    const { role, content } = item;
    if (role === 'assistant') {
      const text = joinTexts(content, (type) => type === 'output_text');
      return text.trim() === ''
        ? []
        : [{ kind: 'answer', contentSessionId, at: lastAt, messageId: '', text }];
    }
    if (role !== 'user') return [];
    const own = listOf(content).filter((part) => !injected.test(textOf(fieldsOf(part).text)));
    const text = joinTexts(own, (type) => type === 'input_text');
    if (text.trim() === '') return [];
    prompts += 1;
    const ofTurn = idOf(fieldsOf(item.internal_chat_message_metadata_passthrough).turn_id) || turnId;
    const eventId = nameEvent(ofTurn === '' ? `prompt-${prompts}` : promptIdOf(ofTurn, text));
    return [{ kind: 'prompt', contentSessionId, at: lastAt, cwd, eventId, text }];
  }

  function readOutput({ call_id, output }: Record<string, unknown>): RawEvent[] {
    const id = idOf(call_id);
    const call = pending.take(id);
    if (call === undefined || call.tool === '' || isQuiet(call.tool)) return [];
    const happening = { contentSessionId, at: lastAt, cwd, eventId: nameEvent(id) };
    return [{ kind: 'tool', ...happening, ...call, output: outputOf(output) }];
  }

  function readItem(item: Record<string, unknown>): RawEvent[] {
    switch (item.type) {
      case 'message':
        return readMessage(item);
      case 'function_call':
        pending.add(idOf(item.call_id), { tool: toolOf(item), input: inputOf(item.arguments) });
        return [];
      case 'custom_tool_call':
        pending.add(idOf(item.call_id), { tool: textOf(item.name), input: item.input });
        return [];
      case 'local_shell_call':
        pending.add(idOf(item.call_id), { tool: 'shell', input: item.action });
        return [];
      case 'function_call_output':
      case 'custom_tool_call_output':
        return readOutput(item);
      default:
        return [];
    }
  }

  function nameEvent(id: string): string {
    return `codex:${contentSessionId}:${id}`;
  }

  return {
    read(given) {
      const line = fieldsOf(given);
      const payload = fieldsOf(line.payload);
      lastAt = timeOf(line.timestamp) || lastAt;
      // In the format without payloads, the first line is the session's own.
      if (line.type === 'session_meta') readMeta(payload);
      else if (line.type === undefined) readMeta(line);
      if (contentSessionId === '' || isSubagent) return [];
      if (line.type === 'turn_context' || payload.type === 'task_started') readTurn(payload);
      return readItem(line.type === 'response_item' ? payload : line);
    },
  };
}

/** Reads the prompts of all sessions, which is useful only if a session's own file is gone. */
export function createCodexHistoryReader(): TranscriptReader {
  const prompts = new Map<string, number>();
  return {
    read(given) {
      const { session_id, ts, text } = fieldsOf(given);
      const contentSessionId = idOf(session_id);
      const at = timeOf(ts) * 1000;
      if (contentSessionId === '' || textOf(text).trim() === '' || Number.isNaN(at)) return [];
      const number = (prompts.get(contentSessionId) ?? 0) + 1;
      prompts.set(contentSessionId, number);
      const eventId = `codex:${contentSessionId}:prompt-${number}`;
      return [{ kind: 'prompt', contentSessionId, at, cwd: '', eventId, text: textOf(text) }];
    },
  };
}

/** The tools of an MCP server have its name apart. */
function toolOf({ namespace, name }: Record<string, unknown>): string {
  return textOf(namespace) === '' ? textOf(name) : `${textOf(namespace)}__${textOf(name)}`;
}

/** Arguments are JSON in a string. */
function inputOf(given: unknown): unknown {
  return typeof given === 'string' ? (parseJson(given) ?? given) : given;
}

function outputOf(output: unknown): unknown {
  if (Array.isArray(output)) return joinTexts(output, () => true);
  const { content, output: text } = fieldsOf(output);
  if (content !== undefined) return joinTexts(content, () => true);
  if (typeof output !== 'string' || !output.startsWith('{"output"')) return text ?? output;
  // The shell writes its output as JSON in a string.
  return textOf(fieldsOf(parseJson(output)).output) || output;
}
