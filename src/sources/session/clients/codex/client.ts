import type { HookPayload } from '#schema/sessions/hook-client.ts';
import {
  type ClientEvent,
  eventIdOf,
  type ReadPayload,
  textOf,
} from '#sources/session/clients/client-event.ts';
import { defineClient, quoteCommand, quoteForWindows } from '#sources/session/clients/define-client.ts';
import { fieldsOf, userTextsOf } from '#sources/session/transcripts/raw-event.ts';
import { addNotify, mcpServers, readTrusted, removeNotify } from './config.ts';
import { createCodexHistoryReader, createCodexReader } from './transcript.ts';

export const codex = defineClient({
  id: 'codex',
  folder: { name: '.codex', variable: 'CODEX_HOME' },
  hooks: {
    files: { user: 'hooks.json', project: 'hooks.json' },
    events: {
      SessionStart: { kind: 'start', seconds: 15 },
      UserPromptSubmit: { kind: 'prompt', seconds: 5 },
      PostToolUse: { kind: 'tool', seconds: 5 },
      Stop: { kind: 'turn-end', seconds: 5 },
      // The maximum that Codex allows.
      SessionEnd: { kind: 'end', seconds: 3 },
    },
    handlerOf: ({ command, seconds: timeout }) => ({
      type: 'command',
      command: quoteCommand(command),
      commandWindows: quoteForWindows(command),
      timeout,
    }),
    form: {
      turnId: 'turn_id',
      reply: 'last_assistant_message',
      quietTools: new Set(['update_plan', 'request_user_input']),
    },
    fields: {
      names: ['turn_id', 'agent_id', 'type', 'thread-id', 'turn-id'],
      texts: {
        last_assistant_message: 'reply',
        'last-assistant-message': 'reply',
        'input-messages': 'prompts',
      },
    },
    // Runs without the user's approval, but only at the end of a turn.
    notify: {
      event: 'agent-turn-complete',
      read: readNotify,
      file: 'config.toml',
      put: addNotify,
      strip: removeNotify,
    },
    mcpServers,
    check: {
      name: 'trusted',
      file: 'config.toml',
      findSilent(text, { file, events }) {
        const trusted = readTrusted(text, file);
        return events.filter((event) => !trusted.has(snakeCase(event)));
      },
      problem: 'not yet',
      remedy: 'Start Codex, enter /hooks, and trust the hooks of Precis.',
    },
    noteFor: ({ isNotified }) =>
      `Codex runs hooks only after you approve them: start Codex, enter /hooks, and trust the hooks of Precis.\n${
        isNotified
          ? 'Until then, Precis records prompts and answers at the end of each turn, without tools and context.\n'
          : 'Until then, Precis records nothing: Codex calls only one “notify” program, and in config.toml it is not Precis.\n'
      }`,
  },
  transcripts: {
    folder: 'sessions',
    path: /^(?:.+\/)?rollout-[^/]+\.jsonl$/,
    createReader: createCodexReader,
    userTexts: (line) => userTextsOf(fieldsOf(line.payload)),
    history: { file: 'history.jsonl', createReader: createCodexHistoryReader },
  },
  // Codex writes texts from 2,500 tokens on to a file and shows the model only the beginning.
  startContext: { tokens: 2400, characters: 9800 },
});

function readNotify(payload: HookPayload): ReadPayload {
  const sessionId = textOf(payload['thread-id']);
  if (sessionId === '' || sessionId.length > 300) return { lost: 'agent-turn-complete without thread-id' };
  const promptEventId = eventIdOf('codex', sessionId, payload['turn-id']);
  const messages = Array.isArray(payload['input-messages']) ? payload['input-messages'] : [];
  const text = messages.filter((message) => typeof message === 'string').join('\n\n');
  const cwd = textOf(payload.cwd);
  const prompt: ClientEvent[] =
    text === '' ? [] : [{ kind: 'prompt', sessionId, cwd, eventId: promptEventId, text }];
  const reply = textOf(payload['last-assistant-message']);
  return { events: [...prompt, { kind: 'turn-end', sessionId, promptEventId, reply }] };
}

/** The spelling of events in Codex's settings. */
function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
