import type { MemoryMessage } from '#memory/thread-state.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { HistorianWork } from './historian-work.ts';

export interface HistorianRequest {
  /** What the same task came to for the parts before this one. */
  previous: string | null;
  /** From 1; more than one part where the text is too long for one call. */
  part: number;
  parts: number;
  /** On the second try: what was wrong with the first answer. */
  correction: string | null;
}

export interface ReplySummaryRequest extends HistorianRequest {
  task: 'turn-summary';
  reply: string;
}

export interface NarrativeRequest extends HistorianRequest {
  task: 'history-narrative';
  transcript: string;
  /** The same as in the transcript. */
  messages: readonly MemoryMessage[];
}

/** The two questions that the Historian puts to a model. A rejection is a failed call. */
export interface HistorianModel {
  /** It answers in the texts' own words. */
  isQuoting?: boolean | undefined;
  /** The prompts around the texts, to recognize an echo of them. */
  instructions?: Readonly<Record<HistorianIssue['task'], string>> | undefined;
  /** One sentence on what the reply accomplished or proposed. */
  summarizeReply(request: ReplySummaryRequest): Promise<string>;
  /** Two or three sentences on the turns; they replace the narrative before. */
  compressTurns(request: NarrativeRequest): Promise<string>;
}

/** What went wrong with a model; the state holds no trace of it. */
export interface HistorianIssue {
  task: 'turn-summary' | 'history-narrative';
  code: ErrorCode;
  message: string;
  turn: number;
  cause?: unknown;
}

export interface HistorianPorts {
  model: HistorianModel;
  /** Tokens of a text. */
  count: (text: string) => number;
  /** Where the work on texts is done; without it, on the spot. */
  work?: HistorianWork | undefined;
  /** The time as ISO 8601; without it, turns have no time. */
  now?: (() => string) | undefined;
  recordIssue?: ((issue: HistorianIssue) => void) | undefined;
  /** Bounds what one call of the model reads. */
  tokenBudget?: number | undefined;
  /** Of the instructions around the texts. */
  overheadTokens?: number | undefined;
}
