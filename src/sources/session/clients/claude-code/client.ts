import { defineClient } from '#sources/session/clients/define-client.ts';
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
  userTextsOf,
} from '#sources/session/transcripts/raw-event.ts';
import { mcpServers } from './mcp-servers.ts';

interface Call {
  tool: string;
  input: unknown;
}

interface Line {
  contentSessionId: string;
  at: number;
  cwd: string;
}

/** Text that Claude Code writes in the user's name. */
const injected =
  /^\s*(?:<(?:command-(?:name|message|args)|local-command-[a-z]{1,20}|bash-(?:input|stdout|stderr)|user-memory-input|task-notification|teammate-message)>|\[Request interrupted by user|Caveat: The messages below were generated|This session is being continued from a previous conversation)/;
const injectedTags = ['system-reminder', 'ide_opened_file', 'ide_selection', 'user-prompt-submit-hook'];

/** One file is one session. Subagents are skipped, because the tool call that started one contains its report. */
export function createClaudeCodeReader(): TranscriptReader {
  const pending = createPending<Call>();
  const promptIdOf = createPromptIds();
  let lastAt = 0;
  let unnamed = 0;

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
      const text = ownText(joinTexts(content, isText));
      if (text.trim() === '') return [];
      const id = idOf(promptId) || idOf(uuid) || `prompt-${++unnamed}`;
      return [{ kind: 'prompt', ...line, eventId: nameEvent(line, promptIdOf(id, text)), text }];
    },
  };
}

function nameEvent({ contentSessionId }: Line, id: string): string {
  return `claude-code:${contentSessionId}:${id}`;
}

/** Without a reason, the answer is still being written; after a tool call, the turn continues. */
function isFinalReason(reason: string): boolean {
  return reason !== '' && reason !== 'tool_use' && reason !== 'pause_turn';
}

function isText(type: string): boolean {
  return type === 'text';
}

/** Returns what the user wrote. It is empty if Claude Code wrote the text in the user's name. */
function ownText(text: string): string {
  const own = injectedTags.reduce(dropTagged, text);
  return injected.test(own) ? '' : own;
}

export const claudeCode = defineClient({
  id: 'claude-code',
  folder: { name: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
  hooks: {
    // The entries contain local paths, so a project gets only the file that is not shared.
    files: { user: 'settings.json', project: 'settings.local.json' },
    events: {
      // This event does not support a URL.
      SessionStart: { kind: 'start', seconds: 15 },
      UserPromptSubmit: { kind: 'prompt', seconds: 5, isHttp: true },
      PostToolUse: { kind: 'tool', seconds: 5, isHttp: true },
      PostToolUseFailure: { kind: 'failed-tool', seconds: 5, isHttp: true },
      Stop: { kind: 'turn-end', seconds: 5, isHttp: true },
      SessionEnd: { kind: 'end', seconds: 3, isHttp: true },
    },
    handlerOf({ command: [program, ...args], url, isHttp, seconds: timeout, hasToken }) {
      if (isHttp !== true) return { type: 'command', command: program, args, timeout };
      // The file names the variable. The token itself stays in the environment.
      const token = { headers: { Authorization: 'Bearer $PRECIS_TOKEN' }, allowedEnvVars: ['PRECIS_TOKEN'] };
      return { type: 'http', url, ...(hasToken ? token : {}), timeout };
    },
    form: {
      turnId: 'prompt_id',
      reply: 'last_assistant_message',
      promptOf: ownText,
      quietTools: new Set(['TodoWrite', 'TodoRead', 'AskUserQuestion', 'ExitPlanMode', 'ToolSearch']),
    },
    fields: { names: ['prompt_id', 'agent_id'], texts: { error: 'output', last_assistant_message: 'reply' } },
    mcpServers,
    noteFor: ({ hasToken }) =>
      hasToken
        ? 'The server requires a token. Start Claude Code with PRECIS_TOKEN set; the settings only name the variable.\n'
        : '',
  },
  transcripts: {
    folder: 'projects',
    // A session's subfolder contains the files of its subagents.
    path: /^[^/]+\/[^/]+\.jsonl$/,
    createReader: createClaudeCodeReader,
    userTexts: (line) => userTextsOf(fieldsOf(line.message)),
  },
  // Claude Code writes longer texts to a file and shows the model only the beginning.
  startContext: { tokens: 2400, characters: 9800 },
});
