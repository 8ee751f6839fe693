import type { HookClient } from '#schema/sessions/hook-client.ts';
import { claudeCode } from './claude-code/client.ts';
import { codex } from './codex/client.ts';
import type { ClientDefinition } from './define-client.ts';
import { geminiCli } from './gemini-cli/client.ts';

/** The coding agents with hooks. A new one needs a folder here, a line here and its name in `hook-client.ts`. */
export const clientDefinitions: Readonly<Record<HookClient, ClientDefinition>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
};
