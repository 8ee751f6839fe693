import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, Log, TextWork } from '#engine/ports.ts';
import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import type {
  ConversationHead,
  ConversationId,
  ConversationPage,
  KeptTurn,
  ListConversationsQuery,
  TurnResult,
} from '#schema/conversations/conversations-wire.ts';
import type { AgentId } from '#schema/models/agent.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { Said } from '#schema/runs/opinions.ts';
import type { Run } from '#schema/runs/run.ts';

/** The right to add a turn. It has one holder across all processes until it expires. */
export interface Lease {
  id: ConversationId;
  token: string;
}

export type LeaseResult =
  | {
      kind: 'leased';
      /** Null if there is no turn yet. */
      state: HistorianOutput | null;
      /** The revision that saving a turn must name. */
      revision: number;
      /** True if the previous holder let the lease expire, because it died or was too slow. */
      takenOver: boolean;
    }
  /** Another process holds the lease. */
  | { kind: 'busy' };

export interface SaveTurn extends Lease {
  revision: number;
  turn: KeptTurn;
  state: HistorianOutput;
  idempotencyKey: string | null;
  /** Hash of the request that the key belongs to. */
  requestHash: string;
}

/** A turn added earlier with the same key. */
export interface AnsweredTurn {
  requestHash: string;
  result: TurnResult;
}

export interface ConversationStore {
  /** Sorted by their last turn, newest first. */
  listConversations(query: ListConversationsQuery): Promise<ConversationPage>;
  getConversation(id: ConversationId): Promise<(ConversationHead & { state: HistorianOutput }) | null>;
  /** The turns before a number, or the newest turns. Sorted newest last. */
  listTurns(query: { id: ConversationId; before?: number | undefined; limit: number }): Promise<KeptTurn[]>;
  /** Includes the state after that turn while it is stored, and the current state after that. */
  findAnswered(id: ConversationId, idempotencyKey: string): Promise<AnsweredTurn | null>;

  /** A lease ends when it expires or its worker dies, whichever comes first. */
  takeLease(lease: Lease & { workerId: string; at: number; until: number }): Promise<LeaseResult>;
  /** False if the lease is no longer held. */
  renewLease(lease: Lease & { until: number }): Promise<boolean>;
  releaseLease(lease: Lease): Promise<void>;
  /**
   * Saves the state and the turn and ends the lease in one transaction. `lost`: another process took the lease.
   * `gone`: the conversation was deleted. Nothing is written in these cases.
   */
  saveTurn(save: SaveTurn): Promise<'saved' | 'lost' | 'gone'>;

  /** Also deletes its turns, and its texts in runs and issues. False if it did not exist. */
  deleteConversation(id: ConversationId): Promise<boolean>;
  /** Unfinished runs, sorted oldest first. */
  listConversationRuns(id: ConversationId): Promise<Run[]>;
  /** Newest runs with any outcome, sorted newest first; more than one turn needs. */
  listNewestRuns(id: ConversationId): Promise<Run[]>;
}

export interface HistorianRoute {
  agentId: string;
  route: Run['route'];
  /** Limits what one call reads. */
  tokenBudget: number;
}

/** What a model and a person say about the narrative whose text has this hash. */
interface NarrativeOpinions extends Said {
  textHash: string;
}

export interface ConversationsPorts {
  store: ConversationStore;
  engine: Pick<Engine, 'submit' | 'subscribe' | 'cancel'>;
  /** The models of the agent, or of the settings without an agent. Throws AppError `not_found`. */
  routeOf(agentId: AgentId | undefined): Promise<HistorianRoute>;
  addIssue(issue: Issue): Promise<void>;
  /** The opinions of a model on the narrative, or on an earlier version of it. */
  getOpinions(id: ConversationId): Promise<NarrativeOpinions | null>;
  /** Has a model check the narrative if the settings say so. Returns at once. */
  checkNarrative(id: ConversationId): void;
  textWork: TextWork;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
  /** Identifies this process. */
  workerId: string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}
