import type { z } from 'zod';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Grounding, GroundingCounts } from '#schema/runs/grounding.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type {
  Coverage,
  ModelFailure,
  Parameters,
  Provenance,
  Run,
  RunInput,
  RunPrompt,
  SourceRef,
  TaskType,
  Usage,
  Variant,
} from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { SessionEvent } from '#schema/sessions/session.ts';
import type { Settings } from '#schema/settings.ts';
import type { ChatMessage } from '#schema/spaces/space.ts';
import type { UsedTemplate } from '#schema/template.ts';
import type { Change } from '#schema/wire.ts';
import type { JobGiven, JobName, JobResult } from './text-jobs.ts';

export interface Clock {
  now(): number;
  /** Calls back once after the given time; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export type Log = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Runs statements inside an open transaction of the store, so that run row and job commit together. */
export interface Transaction {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export type NewRun = Pick<
  Run,
  | 'id'
  | 'taskType'
  | 'source'
  | 'agentId'
  | 'trigger'
  | 'templateId'
  | 'parameters'
  | 'targetLanguage'
  | 'variant'
  | 'afterRunId'
  | 'route'
  | 'createdAt'
>;

/** A process that executes runs; when it has died, its runs are orphans. */
export interface Worker {
  id: string;
  host: string;
  pid: number;
  beatAt: number;
}

/** An unfinished run as its worker holds it. */
export interface OwnedRun {
  run: Run;
  workerId: string | null;
  cancelRequested: boolean;
}

export type StartResult =
  | { kind: 'started'; run: Run; input: RunInput; lastSeq: number }
  /** All places of the profile are taken, or its requests per minute are used up. */
  | { kind: 'wait'; ms: number }
  /**
   * `gone`: the run was cancelled, taken by another worker, or has ended. `missing`: the run is not written, or not
   * yet.
   */
  | { kind: 'gone' | 'missing' };

export interface RunOutcome {
  status: 'succeeded' | 'failed' | 'cancelled';
  provenance: Provenance | null;
  modelProfileId: ModelProfileId | null;
  provider: string | null;
  model: string | null;
  modelFailures: ModelFailure[];
  outputLanguage: string | null;
  coverage: Coverage | null;
  grounding: GroundingCounts | null;
  usage: Usage | null;
  errorCode: ErrorCode | null;
  errorMessage: string | null;
}

export interface FinishRun {
  runId: RunId;
  /** Only this attempt may finish the run. Null means that the run is still queued. */
  attempt: number | null;
  at: number;
  outcome: RunOutcome;
  /** The prompt is kept apart from the run, because lists carry runs. It is null together with its provenance. */
  prompt: RunPrompt | null;
  /** `slot` says what the result replaces, and `save` writes the result. Both are set only with `succeeded`. */
  slot: NewSlot | null;
  save: Save | null;
  /** What is saved with any other outcome. */
  saveFailed: Save | null;
  /** The issue is set only with `failed` and `cancelled`. The store adds the run's last events to it. */
  issue: Omit<Issue, 'lastEvents' | 'runId'> | null;
  /** The events that the attempt has not stored yet. They are written before `run-end`. */
  events: RunEvent[];
  /** A run that is written with the end of this one. It is set only with `succeeded`. */
  next: PreparedRun | null;
  /** Enqueues, in the same transaction, the runs that waited for this one. Null means that none are known. */
  enqueueNext: ((tx: Transaction) => Promise<void>) | null;
}

export type CloseRun = Pick<FinishRun, 'runId' | 'attempt' | 'at' | 'enqueueNext'> & {
  outcome: Pick<RunOutcome, 'status' | 'usage' | 'errorCode' | 'errorMessage'>;
};

/** A slot holds one result per task, source and variant. The newest result replaces the one before it. */
export interface SlotKey {
  taskType: TaskType;
  source: Pick<SourceRef, 'kind' | 'id'>;
  variant: Variant;
}

export interface NewSlot extends SlotKey {
  contentHash: string;
  /** The value is null if no template was rendered. */
  templateHash: string | null;
  grounding: Grounding | null;
  /** The number of slots of this task that are kept. The oldest are evicted. */
  cap: number;
}

/**
 * Saves a result inside the transaction that ends its run. It runs first and locks what the result changes, always
 * before the run's own row. The function that it returns writes the result and gets the sources of evicted slots.
 * False means that the result does not fit any more.
 */
export type Save = (tx: Transaction) => Promise<(evicted: readonly string[]) => Promise<boolean>>;

/**
 * `lost`: this attempt does not own the run any more. `refused`: what the result would change has changed since.
 * `awaited`: runs wait for this one and nothing enqueues them, so nothing was written and the run is still running.
 */
export type FinishResult = 'finished' | 'lost' | 'refused' | 'cancelled' | 'awaited';

/** A run that is ready to be written, alone or together with what it is about. */
export interface PreparedRun {
  run: NewRun;
  workerId: string;
  input: RunInput;
  /** Covers all that the result depends on. Of runs in progress with the same hash, only one is written. */
  joinHash?: string | null;
  /** A run that waits for another starts at this time in any case. Null means that it keeps waiting. */
  startBy: number | null;
  /**
   * Enqueues the job. For a run that waits for another, it is called only with the `startBy` of the run, when the job
   * is handed out.
   */
  enqueue: Enqueue;
}

export type Enqueue = (tx: Transaction, notBefore?: number) => Promise<void>;

/** Asks for one of a profile's places, which all processes share. A run that calls its model holds one of them. */
export interface PlaceRequest {
  runId: RunId;
  profileId: ModelProfileId;
  /** Null means unlimited. */
  concurrency: number | null;
  at: number;
  /** A worker that has been silent since this time is dead, and its runs hold no place. */
  aliveSince: number;
}

export interface CallRequest {
  profileId: ModelProfileId;
  requestsPerMinute: number | null;
  at: number;
}

/** The periodic clean-ups. One process does each of them for all processes. */
export type SweepName = 'runs' | 'sessions' | 'quiet-sessions';

export interface RunStore {
  /** Writes the run, or returns the run with the same id or the one in progress with the same join hash. */
  createRun(prepared: PreparedRun): Promise<Run>;
  getRun(id: RunId): Promise<Run | null>;
  getInput(id: RunId): Promise<RunInput | null>;
  /** Lists the queued runs that begin when this one has ended. */
  listWaiting(afterRunId: RunId): Promise<Run[]>;
  /**
   * Moves a run from queued to running and raises its attempt, in one compare-and-set. The run then has a place of
   * the profile and its first call.
   */
  startRun(start: PlaceRequest & CallRequest & { workerId: string }): Promise<StartResult>;
  /**
   * Leaves the place of the previous profile and waits in line for a place of this one. The line is in order of
   * arrival and comes before all runs that have not started. `lost`: this attempt does not own the run any more.
   */
  takePlace(place: PlaceRequest & { attempt: number }): Promise<'taken' | 'wait' | 'lost'>;
  /** Counts one more call of the profile. Returns how long to wait if those of this minute are used up, else 0. */
  takeCall(call: CallRequest): Promise<number>;
  /** Appends events with the given sequence numbers. Returns false if this attempt no longer owns the run. */
  appendEvents(append: { runId: RunId; attempt: number; events: RunEvent[] }): Promise<boolean>;
  readEvents(read: { runId: RunId; afterSeq: number; limit: number }): Promise<RunEvent[]>;
  /** Marks an unfinished run as cancelled. Its worker sees the mark at its next beat, or sooner over the bus. */
  markCancelled(runId: RunId, at: number): Promise<'queued' | 'running' | 'ended' | 'missing'>;
  /** Finishes a run in one transaction: its row, last event, result or issue, and the jobs of runs that waited. */
  finishRun(finish: FinishRun): Promise<FinishResult>;
  /** Writes only the row of a run that ended, for a database that refuses the rest. Null usage is not written. */
  closeRun(close: CloseRun): Promise<FinishResult>;

  /** Records that the worker is alive and returns which of its unfinished runs are running or were asked to stop. */
  beat(worker: Worker): Promise<OwnedRun[]>;
  removeWorker(workerId: string): Promise<void>;
  listWorkers(): Promise<Worker[]>;
  /** Lists the unfinished runs that belong to none of these workers. */
  listOrphans(liveWorkerIds: string[]): Promise<OwnedRun[]>;
  /**
   * Puts a queued or running run of `fromWorkerId` back in the queue of `toWorkerId`, and enqueues a job in the same
   * transaction. If the run waits for another, the job comes with its `startBy`, if it has one.
   */
  requeueRun(requeue: {
    runId: RunId;
    fromWorkerId: string | null;
    toWorkerId: string;
    at: number;
    enqueue: Enqueue;
  }): Promise<boolean>;
  /** Returns true for only one process in this span of time, across all processes and their restarts. */
  claimSweep(sweep: { name: SweepName; at: number; everyMs: number }): Promise<boolean>;
  /** Drops replay logs of finished runs, and runs, issues and idempotency keys past their retention. */
  sweep(before: Record<`${'events' | 'runs' | 'issues' | 'keys'}Before`, number>): Promise<void>;
  /** The cost in US dollars of all runs that were created at this time or later. */
  sumCost(since: number): Promise<number>;
}

export interface Job {
  runId: RunId;
  /** Jobs of one group run at most `groupLimit` at a time, over all processes. */
  group: string;
  groupLimit: number;
  priority: number;
  /** The first model profile of the run's route. It is absent in jobs that earlier versions wrote. */
  primaryId?: ModelProfileId;
  /** The job is not handed out before this time. A second job of the same run does no harm. */
  notBefore?: number;
}

export interface Queue {
  enqueue(job: Job, tx: Transaction): Promise<void>;
  /** Replaces the job of a dead process, which would otherwise keep its place in the group for a while. */
  enqueueAgain(job: Job, tx: Transaction): Promise<void>;
  /** Starts to deliver jobs. If a handler rejects, its job is delivered again later. */
  work(handler: (job: Job) => Promise<void>): Promise<void>;
  /** Takes no more jobs and waits at most `graceMs` for those in progress. */
  close(graceMs: number): Promise<void>;
}

/** Wake-up calls between processes. The rows in the store are the truth: a lost message only causes a delay. */
export type BusMessage =
  | { kind: 'run-events'; runId: RunId }
  | { kind: 'run-cancel'; runId: RunId }
  | { kind: 'changed'; what: Change['what'] }
  | { kind: 'session'; event: SessionEvent };

export interface Bus {
  publish(message: BusMessage): Promise<void>;
  subscribe(handler: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
}

export interface ModelRequest {
  system: string;
  /** The messages before the prompt. */
  history: ChatMessage[];
  prompt: string;
  maxOutputTokens: number;
  /** The answer is one JSON object of this shape. Null means free text. */
  output: z.ZodType | null;
  /** Makes the answer of the built-in model, which reads no prompt. Null means that it cannot do this. */
  offline: OfflineAnswer | null;
}

/** Makes the pieces of an answer from the texts themselves, on this machine. */
export type OfflineAnswer = (textWork: TextWork, signal: AbortSignal) => Promise<Iterable<string>>;

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'other';

export type ModelPart =
  | { type: 'text'; text: string }
  /** Hidden reasoning is not shown to the reader, but it is a sign of life. */
  | { type: 'reasoning'; text: string }
  | {
      type: 'finish';
      reason: FinishReason;
      /** The model's name as the provider reported it. */
      model: string | null;
      usage: ReportedUsage | null;
    };

/** The tokens that a provider reports for a call, as far as they can be true. Null means unknown. */
export interface ReportedUsage {
  inputTokens: number | null;
  cachedInputTokens: number;
  outputTokens: number | null;
}

export interface Model {
  profile: Omit<ModelProfile, 'key' | 'createdAt' | 'updatedAt'>;
  /** False for the built-in model: it extracts and cannot change the language of its source. */
  writesAnyLanguage: boolean;
  /** Throws AppError. The stream ends with exactly one `finish` part; a stream that ends without one was cut. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
  /** Throws AppError. It is absent if the provider makes no vectors of texts. */
  embed?(texts: readonly string[], signal: AbortSignal): Promise<Embedding>;
}

/** One vector for each text, in the same order. All have equally many finite values and the length 1 in space. */
export interface Embedding {
  vectors: Float32Array<ArrayBuffer>[];
  /** The value is null if the provider did not say. */
  inputTokens: number | null;
}

export interface Models {
  /** Throws AppError `model_not_configured`. */
  open(id: ModelProfileId): Promise<Model>;
}

export interface RenderRequest {
  templateId: string;
  parameters: Parameters;
  /** Untrusted texts, inserted by name like parameters but fenced and escaped. */
  texts: Record<string, string>;
  systemPromptOverride: string | null;
}

export interface RenderedPrompt {
  system: string;
  prompt: string;
  template: UsedTemplate;
  /** Everything that was filled in, including defaults, but without the untrusted texts. */
  parameters: Parameters;
}

export interface Templates {
  /** Throws AppError `template_missing`, `template_parameter_missing` or `template_invalid`. */
  render(request: RenderRequest): Promise<RenderedPrompt>;
  /** The hash changes with the content of the template. */
  hashOf(templateId: string): Promise<string>;
}

/**
 * Runs the jobs on texts, on the spot or in a thread. It throws AppError `text_work_failed` when a text takes too
 * long or too much memory, and the signal's reason when it is aborted.
 */
export interface TextWork {
  run<Name extends JobName>(
    name: Name,
    given: JobGiven<Name>,
    signal?: AbortSignal,
  ): Promise<JobResult<Name>>;
}

export interface EnginePorts {
  store: RunStore;
  /** The settings are at most a second old. */
  getSettings(): Promise<Settings>;
  /** Reads the settings as they are now, which limits on spending need. */
  getCurrentSettings(): Promise<Settings>;
  queue: Queue;
  bus: Bus;
  models: Models;
  templates: Templates;
  textWork: TextWork;
  clock: Clock;
  log: Log;
  newId(): string;
  /** Returns the SHA-256 of the text in hex. */
  hash(text: string): string;
  worker: { id: string; host: string; pid: number };
  /** Whether this process recovers the runs of dead workers; a short-lived command does not. */
  adoptsOrphans: boolean;
  /** Whether the process of this worker is alive. Null means that this machine cannot tell. */
  isAlive(worker: Worker): boolean | null;
}
