import { parseJsonObject } from '#schema/parse-json.ts';
import { textOf } from '#sources/session/clients/client-event.ts';
import { defineClient, quoteCommand, quoteForWindows } from '#sources/session/clients/define-client.ts';
import {
  dropTagged,
  fieldsOf,
  idOf,
  isQuiet,
  joinTexts,
  listOf,
  type RawEvent,
  type TranscriptReader,
  timeOf,
  userTextsOf,
} from '#sources/session/transcripts/raw-event.ts';

/** The name of the hooks, with which the user can disable them. */
const hookName = 'precis';
const quietTools = new Set(['write_todos', 'update_topic', 'ask_user', 'enter_plan_mode', 'exit_plan_mode']);
/** Introduces the content of files that the prompt names. */
const referenced = '--- Content from referenced files ---';

export const geminiCli = defineClient({
  id: 'gemini-cli',
  folder: { name: '.gemini', variable: 'GEMINI_CLI_HOME', namesHome: true },
  hooks: {
    files: { user: 'settings.json', project: 'settings.json' },
    events: {
      SessionStart: { kind: 'start', seconds: 15 },
      BeforeAgent: { kind: 'prompt', seconds: 5 },
      AfterTool: { kind: 'tool', seconds: 5 },
      AfterAgent: { kind: 'turn-end', seconds: 5 },
      SessionEnd: { kind: 'end', seconds: 3 },
    },
    handlerOf: ({ command, seconds, isWindows }) => ({
      name: hookName,
      type: 'command',
      // PowerShell needs `&`, or it takes a quoted program for a string.
      command: isWindows ? `& ${quoteForWindows(command)}` : quoteCommand(command),
      timeout: seconds * 1000,
    }),
    form: {
      reply: 'prompt_response',
      quietTools,
      promptOf: ownText,
      outputOf(response) {
        const { llmContent, error } = fieldsOf(response);
        if (error !== undefined) return { error: fieldsOf(error).message };
        return joinTexts(
          Array.isArray(llmContent) || typeof llmContent === 'string' ? llmContent : [llmContent],
          () => true,
        );
      },
    },
    fields: { names: ['timestamp'], texts: { prompt_response: 'reply' } },
    check: {
      name: 'enabled',
      file: 'settings.json',
      findSilent(text, { events }) {
        const { enabled, disabled } = fieldsOf(parseJsonObject(text)?.hooksConfig);
        return enabled === false || listOf(disabled).includes(hookName) ? events : [];
      },
      problem: 'switched off',
      remedy: 'Start Gemini CLI and enter /hooks enable-all.',
    },
    noteFor: () => '',
  },
  transcripts: {
    folder: 'tmp',
    // Subagents have their files in a subfolder, which does not match.
    path: /^[^/]+\/chats\/session-[^/]+\.jsonl$/,
    createReader: createGeminiReader,
    userTexts: ({ type, content, displayContent }) =>
      type === 'user' ? userTextsOf({ role: 'user', content: displayContent ?? content }) : [],
  },
  startContext: { tokens: 2400, characters: 9800 },
});

/** One file is one session. A message is written again whenever something is added to it. */
function createGeminiReader(): TranscriptReader {
  const calls = new Set<string>();
  const answers = new Set<string>();
  let contentSessionId = '';
  let isSubagent = false;
  let cwd = '';

  function readUser(id: string, at: number, content: unknown): RawEvent[] {
    const text = ownText(joinTexts(content, () => true));
    if (text.trim() === '' || text.startsWith('<session_context>')) return [];
    return [{ kind: 'prompt', contentSessionId, at, cwd, eventId: nameEvent(id), text }];
  }

  function readAssistant(messageId: string, at: number, message: Record<string, unknown>): RawEvent[] {
    const tools = listOf(message.toolCalls).flatMap((call): RawEvent[] => {
      const { id, name, args, result, timestamp } = fieldsOf(call);
      const callId = idOf(id);
      const tool = textOf(name);
      if (callId === '' || tool === '' || calls.has(callId) || !Array.isArray(result)) return [];
      calls.add(callId);
      if (isQuiet(tool) || quietTools.has(tool)) return [];
      const happening = { contentSessionId, at: timeOf(timestamp) || at, cwd, eventId: nameEvent(callId) };
      return [{ kind: 'tool', ...happening, tool, input: args, output: resultOf(result) }];
    });
    const text = joinTexts(message.content, () => true);
    if (text.trim() === '' || answers.has(messageId)) return tools;
    answers.add(messageId);
    return [{ kind: 'answer', contentSessionId, at, messageId, text }, ...tools];
  }

  function nameEvent(id: string): string {
    return `gemini-cli:${contentSessionId}:${id}`;
  }

  return {
    read(given) {
      const line = fieldsOf(given);
      if (contentSessionId === '' && idOf(line.sessionId) !== '') {
        contentSessionId = idOf(line.sessionId);
        isSubagent = line.kind === 'subagent';
      }
      cwd ||= folderIn(fieldsOf(line.$set).messages);
      const id = idOf(line.id);
      if (contentSessionId === '' || isSubagent || id === '') return [];
      const at = timeOf(line.timestamp) || 0;
      if (line.type === 'user') return readUser(id, at, line.displayContent ?? line.content);
      return line.type === 'gemini' ? readAssistant(id, at, line) : [];
    },
  };
}

/** Reads the session's folder from its first message. */
function folderIn(messages: unknown): string {
  const [first] = listOf(messages);
  const text = joinTexts(fieldsOf(first).content, () => true);
  return /^- \*\*Workspace Directories:\*\*\n {2}- (.+)$/m.exec(text)?.[1] ?? '';
}

/** Removes what hooks and files add to a prompt. */
function ownText(text: string): string {
  const [own = ''] = dropTagged(text, 'hook_context').split(referenced);
  return own.trim() === text.trim() ? text : own.trim();
}

/** Returns the result in the form in which the hook reports it. */
function resultOf(result: readonly unknown[]): unknown {
  const texts = result.map((part) => {
    const { response } = fieldsOf(fieldsOf(part).functionResponse);
    const { output, error } = fieldsOf(response);
    return output ?? (error === undefined ? response : { error });
  });
  return texts.length === 1 ? texts[0] : texts;
}
