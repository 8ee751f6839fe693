/**
 * Coding agents that call hooks, with the names that people know. Each has a definition in `sources/session/clients`.
 * OpenCode's plugin calls the routes of sessions itself.
 */
export const hookClientNames = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
} as const;
export type HookClient = keyof typeof hookClientNames;
export const hookClients = Object.keys(hookClientNames) as HookClient[];

/** As the client sends it. Fields of later versions are ignored. */
export type HookPayload = Record<string, unknown>;

/** What a person at the terminal is told takes one line. */
export const maxAnnouncementCharacters = 400;
