import type { Api } from '#client/call-api.ts';
import type { Client } from '#client/create-client.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Store } from '#store/store.ts';
import type { FeedServer } from '#tests/fixtures/feed-server.ts';
import type { ScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';

/** What all loads share. Any server, or the database below them, may be dead at any moment. */
export interface Scene {
  random(): number;
  /** The client of any server. */
  client(): Client;
  api(): Api;
  /** Returns true if so many runs are queued that more would only add waiting time. */
  isBusy(): Promise<boolean>;
  model: ScriptedModel;
  feeds: FeedServer;
}

export interface Load {
  name: string;
  /** Does one step and records it once it is acknowledged. Throws AppError if it was not. */
  step(): Promise<void>;
  /** Resolves what was left uncertain, when everything is up again. */
  settle?(): Promise<void>;
  /** Fails if something acknowledged is missing, or something impossible exists. */
  check(store: Store, runs: Run[]): Promise<void>;
  /** The number of acknowledged writes. */
  acknowledged(): number;
}
