/** Clients whose past sessions can be imported from disk, in the order in which they are read. */
export const transcriptClients = ['claude-code', 'codex', 'opencode', 'claude-mem'] as const;
export type TranscriptClient = (typeof transcriptClients)[number];
