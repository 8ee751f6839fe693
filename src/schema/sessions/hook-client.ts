/** Coding agents that call hooks. OpenCode's plugin calls the routes of sessions itself. */
export const hookClients = ['claude-code', 'codex'] as const;
export type HookClient = (typeof hookClients)[number];

/** As the client sends it. Fields of later versions are ignored. */
export type HookPayload = Record<string, unknown>;

/** What a person at the terminal is told takes one line. */
export const maxAnnouncementCharacters = 400;
