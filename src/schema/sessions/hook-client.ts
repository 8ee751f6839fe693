/**
 * The coding agents that call hooks, with their display names. `sources/session/clients` has a definition of each.
 * OpenCode is absent because its plugin calls the session routes itself.
 */
export const hookClientNames = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
} as const;
export type HookClient = keyof typeof hookClientNames;
export const hookClients = Object.keys(hookClientNames) as HookClient[];

/** The payload as the client sends it. Fields of later versions are ignored. */
export type HookPayload = Record<string, unknown>;

/** The events whose answer may add text to what the model reads, by the names that clients have for them. */
export const contextEvents = ['SessionStart', 'UserPromptSubmit', 'BeforeAgent'] as const;
export type ContextEvent = (typeof contextEvents)[number];

/** A message for the person at the terminal takes one line of at most this length. */
export const maxAnnouncementCharacters = 400;

/** The clients that can be connected, by hooks or by a plugin. */
export const liveClientNames = { ...hookClientNames, opencode: 'OpenCode' } as const;
export type LiveClient = keyof typeof liveClientNames;
export const liveClients = Object.keys(liveClientNames) as LiveClient[];

/** The clients whose past sessions can be imported from disk, in the order in which they are read. */
export const transcriptClientNames = { ...liveClientNames, 'claude-mem': 'claude-mem' } as const;
export type TranscriptClient = keyof typeof transcriptClientNames;
export const transcriptClients = Object.keys(transcriptClientNames) as TranscriptClient[];

/** Joins names into one text, such as “Claude Code, OpenCode or claude-mem”. */
export function joinNames(
  names: readonly string[],
  { comma = ', ', last }: { comma?: string; last: string },
): string {
  return [names.slice(0, -1).join(comma), ...names.slice(-1)].join(last);
}
