import type { HookClient } from '#schema/sessions/hook-client.ts';
import type { ClientReport, SessionRuns } from '#schema/sessions/hooks-wire.ts';
import type { ClientEvent } from './client-event.ts';

export type ClientCounts = Omit<ClientReport, 'client' | 'lastEventAt'>;

/** What came from a client, the last of it at a time. */
export interface ClientAdded {
  client: HookClient;
  counts: Partial<ClientCounts>;
  at: number;
}

export interface ClientStore {
  /** Adds to the sums of clients, each of which is named once. */
  countClients(added: readonly ClientAdded[]): Promise<void>;
  /** Those that sent something, by name. */
  listClients(): Promise<ClientReport[]>;
  countSessionRuns(): Promise<SessionRuns>;
}

/** A folder as a project: its name, and what distinguishes it from others of that name. */
export interface FolderProject {
  name: string;
  identities: string[];
}

export interface Transcript {
  client: HookClient;
  /** Where the client says that it is; not trusted. */
  path: string;
}

/** What hooks need from the machine that they come from. */
export interface ClientFiles {
  identifyProject(folder: string): Promise<FolderProject>;
  /** What the user marked as private in a transcript; nothing if it is not one of the client's. */
  findHidden(transcript: Transcript): Promise<string[]>;
}

/** An event, and where its client writes it down. */
export interface HookPlace {
  client: HookClient;
  kind: ClientEvent['kind'];
  sessionId: string;
  /** When it happened. */
  at: number;
  cwd: string;
  /** Of the transcript, as the client names it; not trusted. */
  path: string;
  /** Its prompt has not come, though the session was there. */
  isMissed: boolean;
}

/** Stores what hooks could not tell while the worker was down. Never fails: the event itself is recorded in any case. */
export interface CatchUp {
  /** Before an event is recorded. Waits a short time for what was missed before it; what takes longer goes on. */
  before(event: HookPlace): Promise<void>;
  /** It is recorded. */
  after(event: HookPlace): void;
}
