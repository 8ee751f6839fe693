import type { MemoryMessage } from '#memory/thread-state.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { HistorianWork } from './historian-work.ts';

export interface HistorianRequest {
  /** The result of the same task for the parts before this one. */
  previous: string | null;
  /** The number of this part, from 1. A text that is too long for one call has several parts. */
  part: number;
  parts: number;
  /** What was wrong with the first answer; it is set on the second try. */
  correction: string | null;
}

export interface ReplySummaryRequest extends HistorianRequest {
  task: 'turn-summary';
  reply: string;
}

export interface NarrativeRequest extends HistorianRequest {
  task: 'history-narrative';
  transcript: string;
  /** The messages of the transcript. */
  messages: readonly MemoryMessage[];
}

/** The two questions that the Historian asks a model. A rejection is a failed call. */
export interface HistorianModel {
  /** Says that the model answers in the texts' own words. */
  isQuoting?: boolean | undefined;
  /** The prompts around the texts. They show whether an answer echoes them. */
  instructions?: Readonly<Record<HistorianIssue['task'], string>> | undefined;
  /** Returns one sentence on what the reply accomplished or proposed. */
  summarizeReply(request: ReplySummaryRequest): Promise<string>;
  /** Returns two or three sentences on the turns. They replace the previous narrative. */
  compressTurns(request: NarrativeRequest): Promise<string>;
}

/** What went wrong with a model. The state does not contain it. */
export interface HistorianIssue {
  task: 'turn-summary' | 'history-narrative';
  code: ErrorCode;
  message: string;
  turn: number;
  cause?: unknown;
}

export interface HistorianPorts {
  model: HistorianModel;
  /** Counts the tokens of a text. */
  count: (text: string) => number;
  /** Does the work on texts. If it is absent, the work is done on the spot. */
  work?: HistorianWork | undefined;
  /** Returns the time as ISO 8601. If it is absent, turns have no time. */
  now?: (() => string) | undefined;
  recordIssue?: ((issue: HistorianIssue) => void) | undefined;
  /** The limit for what one call of the model reads. */
  tokenBudget?: number | undefined;
  /** The tokens of the instructions around the texts. */
  overheadTokens?: number | undefined;
}
