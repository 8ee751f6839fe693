import type { RunId } from '#schema/ids.ts';

/** How long an idempotency key is remembered. */
export const keyKeptMs = 86_400_000;

/** The answer as it was sent the first time. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ClaimKey {
  key: string;
  /** The hash of method, path and body. */
  requestHash: string;
  /** The run that the request is going to start: a process that takes over the claim does not start a second one. */
  runId: RunId;
  token: string;
  workerId: string;
  at: number;
  until: number;
  /** Says that another request with the key was seen to be in progress. */
  isWaiting: boolean;
}

/**
 * `claimed`: the caller does the work under this run id. `busy`: another request does the work. `answered`: the work
 * is done. `reused`: another request has used the key.
 */
export type KeyClaim =
  | { kind: 'claimed'; runId: RunId }
  | { kind: 'busy' | 'reused' }
  | { kind: 'answered'; answer: KeptAnswer };

export interface KeyStore {
  claimKey(claim: ClaimKey): Promise<KeyClaim>;
  renewKey(lease: Pick<ClaimKey, 'key' | 'token' | 'until'>): Promise<void>;
  answerKey(answered: Pick<ClaimKey, 'key' | 'token'> & { answer: KeptAnswer }): Promise<void>;
  /** Frees the key again after the work failed. */
  releaseKey(lease: Pick<ClaimKey, 'key' | 'token'>): Promise<void>;
}
