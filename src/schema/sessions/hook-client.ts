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

/** Clients that can be connected, by hooks or by a plugin. */
export const liveClientNames = { ...hookClientNames, opencode: 'OpenCode' } as const;
export type LiveClient = keyof typeof liveClientNames;
export const liveClients = Object.keys(liveClientNames) as LiveClient[];

/** Clients whose past sessions can be imported from disk, in the order in which they are read. */
export const transcriptClientNames = { ...liveClientNames, 'claude-mem': 'claude-mem' } as const;
export type TranscriptClient = keyof typeof transcriptClientNames;
export const transcriptClients = Object.keys(transcriptClientNames) as TranscriptClient[];

/** Names as one text, such as “Claude Code, OpenCode or claude-mem”. */
export function joinNames(
  names: readonly string[],
  { comma = ', ', last }: { comma?: string; last: string },
): string {
  return [names.slice(0, -1).join(comma), ...names.slice(-1)].join(last);
}
