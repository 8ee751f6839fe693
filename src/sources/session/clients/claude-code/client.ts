import { defineClient } from '#sources/session/clients/define-client.ts';
import { fieldsOf, userTextsOf } from '#sources/session/transcripts/raw-event.ts';
import { createClaudeCodeReader } from './transcript.ts';

export const claudeCode = defineClient({
  id: 'claude-code',
  folder: { name: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
  hooks: {
    // The entries name places on this machine: of a project, only the file that is not shared.
    files: { user: 'settings.json', project: 'settings.local.json' },
    events: {
      // It accepts no URL there.
      SessionStart: { kind: 'start', seconds: 15 },
      UserPromptSubmit: { kind: 'prompt', seconds: 5, isHttp: true },
      PostToolUse: { kind: 'tool', seconds: 5, isHttp: true },
      PostToolUseFailure: { kind: 'failed-tool', seconds: 5, isHttp: true },
      Stop: { kind: 'turn-end', seconds: 5, isHttp: true },
      SessionEnd: { kind: 'end', seconds: 3, isHttp: true },
    },
    handlerOf({ command: [program, ...args], url, isHttp, seconds: timeout, hasToken }) {
      if (isHttp !== true) return { type: 'command', command: program, args, timeout };
      // The file names the variable; the token itself stays in the environment.
      const token = { headers: { Authorization: 'Bearer $PRECIS_TOKEN' }, allowedEnvVars: ['PRECIS_TOKEN'] };
      return { type: 'http', url, ...(hasToken ? token : {}), timeout };
    },
    form: {
      turnId: 'prompt_id',
      reply: 'last_assistant_message',
      quietTools: new Set(['TodoWrite', 'TodoRead', 'AskUserQuestion', 'ExitPlanMode', 'ToolSearch']),
    },
    fields: { names: ['prompt_id', 'agent_id'], texts: { error: 'output', last_assistant_message: 'reply' } },
    noteFor: ({ hasToken }) =>
      hasToken
        ? 'The server requires a token. Start Claude Code with PRECIS_TOKEN set; the settings only name the variable.\n'
        : '',
  },
  transcripts: {
    folder: 'projects',
    // The folder of a session has the files of its subagents.
    path: /^[^/]+\/[^/]+\.jsonl$/,
    createReader: createClaudeCodeReader,
    userTexts: (line) => userTextsOf(fieldsOf(line.message)),
  },
  // It writes longer texts to a file, of which the model sees the beginning.
  startContext: { tokens: 2400, characters: 9800 },
});
