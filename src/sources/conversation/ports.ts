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
import type { ModelCheck } from '#schema/runs/grounding.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import type { Run } from '#schema/runs/run.ts';

/** Only its holder may add a turn, over all processes, until it expires. */
export interface Lease {
  id: ConversationId;
  token: string;
}

export type LeaseResult =
  | {
      kind: 'leased';
      /** Null: there is no turn yet. */
      state: HistorianOutput | null;
      /** Saving a turn names the revision it is based on. */
      revision: number;
      /** The previous holder let it expire: it is dead, or too slow. */
      takenOver: boolean;
    }
  /** Another process holds it. */
  | { kind: 'busy' };

export interface SaveTurn extends Lease {
  revision: number;
  turn: KeptTurn;
  state: HistorianOutput;
  idempotencyKey: string | null;
  /** Of the request that the key belongs to. */
  requestHash: string;
}

/** A turn added earlier with the same key. */
export interface AnsweredTurn {
  requestHash: string;
  result: TurnResult;
}

export interface ConversationStore {
  /** Newest turn first. */
  listConversations(query: ListConversationsQuery): Promise<ConversationPage>;
  getConversation(id: ConversationId): Promise<(ConversationHead & { state: HistorianOutput }) | null>;
  /** Newest last: those before a number, else the newest. */
  listTurns(query: { id: ConversationId; before?: number | undefined; limit: number }): Promise<KeptTurn[]>;
  /** With the state after that turn while it is stored, and the current state afterwards. */
  findAnswered(id: ConversationId, idempotencyKey: string): Promise<AnsweredTurn | null>;

  /** A lease ends when it expires or its worker dies, whichever comes first. */
  takeLease(lease: Lease & { workerId: string; at: number; until: number }): Promise<LeaseResult>;
  /** False if it is no longer held. */
  renewLease(lease: Lease & { until: number }): Promise<boolean>;
  releaseLease(lease: Lease): Promise<void>;
  /**
   * State, turn and the end of the lease in one transaction. `lost`: another process took the lease; `gone`: the
   * conversation was deleted. Nothing is written then.
   */
  saveTurn(save: SaveTurn): Promise<'saved' | 'lost' | 'gone'>;

  /** With its turns, and its texts in runs and issues. False if it did not exist. */
  deleteConversation(id: ConversationId): Promise<boolean>;
  /** Unfinished runs, oldest first. */
  listConversationRuns(id: ConversationId): Promise<Run[]>;
  /** Newest first, with any outcome: more than one turn needs. */
  listNewestRuns(id: ConversationId): Promise<Run[]>;
}

export interface HistorianRoute {
  agentId: string;
  route: Run['route'];
  /** Bounds what one call reads. */
  tokenBudget: number;
}

/** The opinions of a model on the text with this hash. */
interface NarrativeOpinions {
  textHash: string;
  opinions: SentenceOpinion[];
  check: ModelCheck;
}

export interface ConversationsPorts {
  store: ConversationStore;
  engine: Pick<Engine, 'submit' | 'subscribe' | 'cancel'>;
  /** Who answers for the agent, or for the settings. Throws AppError `not_found`. */
  routeOf(agentId: AgentId | undefined): Promise<HistorianRoute>;
  addIssue(issue: Issue): Promise<void>;
  /** What a model said of the narrative, or of an earlier one. */
  getOpinions(id: ConversationId): Promise<NarrativeOpinions | null>;
  /** Has a model check the narrative, if the settings say so. Returns at once. */
  checkNarrative(id: ConversationId): void;
  textWork: TextWork;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
  /** Of this process. */
  workerId: string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}
