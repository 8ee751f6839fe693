import type { HookClient } from '#schema/sessions/hook-client.ts';
import type { ClientReport, SessionRuns } from '#schema/sessions/hooks-wire.ts';
import type { ClientEvent } from './client-event.ts';

export type ClientCounts = Omit<ClientReport, 'client' | 'lastEventAt'>;

/** Counts to add for a client, and the time of its last event. */
export interface ClientAdded {
  client: HookClient;
  counts: Partial<ClientCounts>;
  at: number;
}

export interface ClientStore {
  /** Adds to the sums of clients. Each client occurs at most once. */
  countClients(added: readonly ClientAdded[]): Promise<void>;
  /** Clients that have sent something, sorted by name. */
  listClients(): Promise<ClientReport[]>;
  countSessionRuns(): Promise<SessionRuns>;
}

/** The project of a folder: its name, and identities that distinguish it from others with that name. */
export interface FolderProject {
  name: string;
  identities: string[];
}

export interface Transcript {
  client: HookClient;
  /** The path that the client reports, which is not trusted. */
  path: string;
}

/** What hooks need from the machine on which they run. */
export interface ClientFiles {
  identifyProject(folder: string): Promise<FolderProject>;
  /** The texts that the user marked as private in a transcript. Empty if the file is not one of the client's. */
  findHidden(transcript: Transcript): Promise<string[]>;
}

/** An event, and where its client stores it. */
export interface HookPlace {
  client: HookClient;
  kind: ClientEvent['kind'];
  sessionId: string;
  /** When the event happened. */
  at: number;
  cwd: string;
  /** The path of the transcript that the client reports, which is not trusted. */
  path: string;
  /** True if the session is known but the prompt of the event never arrived. */
  isMissed: boolean;
}

/** Stores events that were missed while the worker was down. Never fails, so that the current event is recorded. */
export interface CatchUp {
  /** Runs before an event is recorded. Waits a short time for missed events; what takes longer continues. */
  before(event: HookPlace): Promise<void>;
  /** Runs after the event is recorded. */
  after(event: HookPlace): void;
}
