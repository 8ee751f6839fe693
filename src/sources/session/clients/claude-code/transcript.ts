import {
  createPending,
  createPromptIds,
  dropTagged,
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

interface Line {
  contentSessionId: string;
  at: number;
  cwd: string;
}

/** What Claude Code writes in the user's name. */
const injected =
  /^\s*(?:<(?:command-(?:name|message|args)|local-command-[a-z]{1,20}|bash-(?:input|stdout|stderr)|user-memory-input|task-notification|teammate-message)>|\[Request interrupted by user|Caveat: The messages below were generated|This session is being continued from a previous conversation)/;
const injectedTags = ['system-reminder', 'ide_opened_file', 'ide_selection', 'user-prompt-submit-hook'];

/** One file is one session. Subagents are left out: the call that started one has its report. */
export function createClaudeCodeReader(): TranscriptReader {
  const pending = createPending<Call>();
  const promptIdOf = createPromptIds();
  let lastAt = 0;

  function readAssistant(message: Record<string, unknown>, line: Line): RawEvent[] {
    const { content } = message;
    for (const part of listOf(content)) {
      const { type, id, name, input } = fieldsOf(part);
      if (type === 'tool_use' && idOf(id) !== '') pending.add(idOf(id), { tool: textOf(name), input });
    }
    const text = joinTexts(content, isText);
    if (text.trim() === '') return [];
    const { contentSessionId, at } = line;
    const answer = { contentSessionId, at, messageId: textOf(message.id), text };
    return [{ kind: 'answer', ...answer, isFinal: isFinalReason(textOf(message.stop_reason)) }];
  }

  function readResults(content: unknown, line: Line): RawEvent[] {
    return listOf(content).flatMap((part): RawEvent[] => {
      const { type, tool_use_id, content: output } = fieldsOf(part);
      const call = type === 'tool_result' ? pending.take(textOf(tool_use_id)) : undefined;
      if (call === undefined || call.tool === '' || isQuiet(call.tool)) return [];
      const eventId = nameEvent(line, textOf(tool_use_id));
      return [{ kind: 'tool', ...line, eventId, ...call, output: joinTexts(output, isText) }];
    });
  }

  return {
    read(given) {
      const fields = fieldsOf(given);
      const { type, isSidechain, isMeta, isCompactSummary, timestamp, promptId, uuid } = fields;
      const contentSessionId = idOf(fields.sessionId);
      if (contentSessionId === '' || isSidechain === true || isMeta === true || isCompactSummary === true)
        return [];
      lastAt = timeOf(timestamp) || lastAt;
      const line = { contentSessionId, at: lastAt, cwd: textOf(fields.cwd) };
      const message = fieldsOf(fields.message);
      if (type === 'assistant') return readAssistant(message, line);
      if (type !== 'user') return [];
      const { content } = message;
      if (listOf(content).some((part) => fieldsOf(part).type === 'tool_result'))
        return readResults(content, line);
      const text = stripInjected(joinTexts(content, isText));
      const id = idOf(promptId) || idOf(uuid);
      if (text.trim() === '' || id === '') return [];
      return [{ kind: 'prompt', ...line, eventId: nameEvent(line, promptIdOf(id, text)), text }];
    },
  };
}

function nameEvent({ contentSessionId }: Line, id: string): string {
  return `claude-code:${contentSessionId}:${id}`;
}

/** While the answer is written, there is none; after a call of a tool, the turn goes on. */
function isFinalReason(reason: string): boolean {
  return reason !== '' && reason !== 'tool_use' && reason !== 'pause_turn';
}

function isText(type: string): boolean {
  return type === 'text';
}

function stripInjected(text: string): string {
  const own = injectedTags.reduce(dropTagged, text);
  return injected.test(own) ? '' : own;
}
