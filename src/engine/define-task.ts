import type { z } from 'zod';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { TracedPrompt } from '#engine/calls/trace-prompt.ts';
import type { UsageMeter } from '#engine/calls/usage-meter.ts';
import type { EventLog } from '#engine/events/event-log.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type {
  Coverage,
  ModelFailure,
  Parameters,
  Run,
  RunInput,
  TaskType,
  Variant,
} from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import type { Change } from '#schema/wire.ts';
import type { EnginePorts, Model, NewRun, Save } from './ports.ts';

/**
 * One kind of run: what it reads, how it asks, and what becomes of the answer. It belongs to its source; the engine
 * knows the lifecycle only.
 */
export interface Task<Subject = unknown, Value = unknown> {
  type: TaskType;
  /** What a run reads beyond its text; stored with it until it has succeeded. */
  subject: z.ZodType<Subject>;
  /** A run may name another template of the same task. */
  templateId: string;
  /** What its templates are previewed with. */
  sample: TemplateSample;
  /** Where results are kept one per source and variant. Absent: the task saves them its own way. */
  slot?: {
    variant: z.ZodType<Variant>;
    /** How many slots of this task are kept in all. */
    cap(settings: Settings): number;
  };
  /** Rewrites an answer in another language than the target. Absent: any language is accepted. */
  language?: { templateId: string };
  /** Whether the sentences of the answer are checked against the source. */
  isGrounded: boolean;
  /** Identical runs in progress are joined: with text, template and models, this makes them identical. Absent: never. */
  joinKey?(subject: Subject): unknown;
  /** Reads again what may have changed since the run was submitted. */
  begin?(run: Run, input: TaskInput<Subject>): Promise<TaskInput<Subject>>;
  answer(context: RunContext<Subject>, model: Model): Promise<TaskAnswer<Value>>;
  /** Absent: who submitted the run reads the answer from its events. */
  save?(context: RunContext<Subject>, result: TaskResult<Value>): Promise<Save | null>;
  /** A run that is written in the same transaction as the successful end of this one. */
  next?(context: RunContext<Subject>, result: TaskResult<Value>): Promise<SubmitRequest | null>;
  /** What a failed run still stores. */
  saveFailed?(context: RunContext<Subject>): Save;
  /** What a run that a person stopped still stores. Not called where nothing was streamed. */
  saveStopped?(stopped: StoppedRun<Subject>): Promise<Save>;
  /** The lists that show its results. */
  announces: Change['what'][];
  /** Tells others that a run has ended, beyond those lists. */
  afterEnd?(run: Run): Promise<void>;
  /** Why a failed run cannot be started again. */
  retryRefusal?: string;
  /** Whether cancelling a run also cancels the one it waits for. */
  cancelsAwaited?: boolean;
}

export type TaskInput<Subject> = RunInput & { subject: Subject };

/** `text` is what a person reads; empty: the run succeeds with nothing to show. `value` is for the program. */
export type TaskAnswer<Value = unknown> = ModelAnswer & { value?: Value };

export interface TaskResult<Value> {
  answer: TaskAnswer<Value>;
  outputLanguage: string | null;
  grounding: Grounding | null;
  provider: string;
  at: number;
}

/** A run that a person stopped, in this process or in one that has died since. */
export interface StoppedRun<Subject> {
  /** With the provider and the model that wrote, as far as they are known. */
  run: Run;
  subject: Subject;
  /** What its readers had seen. */
  text: string;
  at: number;
}

/** Everything one execution of a run works with. */
export interface RunContext<Subject = unknown> {
  ports: EnginePorts;
  run: Run;
  input: TaskInput<Subject>;
  task: Task;
  log: EventLog;
  meter: UsageMeter;
  signal: AbortSignal;
  /** The profile whose limit has counted the next call already. */
  grantedCall: ModelProfileId | null;
  /** What is known so far about the run; stored with any outcome. */
  trace: {
    /** What its calls were rendered from; null before the first. */
    prompt: TracedPrompt | null;
    model: Model | null;
    answeredModel: string | null;
    failures: ModelFailure[];
    coverage: Coverage | null;
  };
}

/** What the runs of a task pass to its template, and nothing else: what is missing here is missing there. */
export interface TemplateSample {
  parameters: Parameters;
  texts: Record<string, string>;
  /** By the id of a template that a run uses beside its own. */
  further?: ReadonlyMap<string, Parameters>;
}

export function defineTask<Subject, Value = undefined>(task: Task<Subject, Value>): Task<Subject, Value> {
  return task;
}

/** What the engine itself works with. */
export interface TaskPorts extends EnginePorts {
  tasks: Tasks;
}

export interface Tasks {
  add(...tasks: readonly Task[]): void;
  get(type: TaskType): Task;
}

export function createTasks(): Tasks {
  const byType = new Map<TaskType, Task>();
  return {
    add(...tasks) {
      for (const task of tasks) byType.set(task.type, task);
    },
    get(type) {
      const task = byType.get(type);
      if (task === undefined) throw new TypeError(`the task ${type} was not registered`);
      return task;
    },
  };
}

export type SubmitRequest = Pick<NewRun, 'taskType' | 'source' | 'agentId' | 'trigger' | 'route'> & {
  /** The content hash is that of the text unless given. */
  input: Pick<RunInput, 'sourceText'> & Partial<RunInput>;
  /** Of a task with slots. */
  variant?: Variant;
  /** A template of the task's kind other than the default one. */
  templateId?: string;
  /** The run that has to end first. */
  afterRunId?: RunId;
  /** It is waited for until this time at most. */
  startBy?: number;
  /** Kept with the run beside its variant. */
  parameters?: Record<string, string>;
  /** The run's id; generated if omitted. If a run with this id exists, it is returned instead. */
  runId?: RunId | undefined;
};
