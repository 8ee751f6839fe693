import type { Api } from '#client/call-api.ts';
import type { Client } from '#client/create-client.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Store } from '#store/store.ts';
import type { FeedServer } from '#tests/fixtures/feed-server.ts';
import type { ScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';

/** What all loads share. Any server, or the database below them, may be dead at any moment. */
export interface Scene {
  random(): number;
  /** Of any of the servers. */
  client(): Client;
  api(): Api;
  /** So many runs wait that one more would only make the wait longer. */
  isBusy(): Promise<boolean>;
  model: ScriptedModel;
  feeds: FeedServer;
}

export interface Load {
  name: string;
  /** Does one thing, and remembers it as soon as it is acknowledged. Throws AppError when it was not. */
  step(): Promise<void>;
  /** When all is up again: clears up what was left in doubt. */
  settle?(): Promise<void>;
  /** Fails when something acknowledged is missing, or something is there that cannot be. */
  check(store: Store, runs: Run[]): Promise<void>;
  /** How many writes were acknowledged. */
  acknowledged(): number;
}
