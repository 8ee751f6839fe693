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
 * One kind of run: what it reads, how it asks, and what happens to the answer. A task belongs to its source; the
 * engine knows only the lifecycle.
 */
export interface Task<Subject = unknown, Value = unknown> {
  type: TaskType;
  /** The shape of what a run reads beyond its text. It is stored with the run until the run has succeeded. */
  subject: z.ZodType<Subject>;
  /** The default template. A run may name another template of the same task. */
  templateId: string;
  /** The values that the templates of this task are previewed with. */
  sample: TemplateSample;
  /** The slots keep one result per source and variant. A task without slots saves its results its own way. */
  slot?: {
    variant: z.ZodType<Variant>;
    /** How many slots of this task are kept in all. */
    cap(settings: Settings): number;
  };
  /** The template that rewrites an answer in the wrong language. If it is absent, any language is accepted. */
  language?: { templateId: string };
  /** Whether the sentences of the answer are checked against the source. */
  isGrounded: boolean;
  /**
   * What makes two runs identical beside text, template and models, so that they are joined. If it is absent, runs
   * are never joined.
   */
  joinKey?(subject: Subject): unknown;
  /** Reads again what may have changed since the run was submitted. */
  begin?(run: Run, input: TaskInput<Subject>): Promise<TaskInput<Subject>>;
  answer(context: RunContext<Subject>, model: Model): Promise<TaskAnswer<Value>>;
  /** Saves the result. If it is absent, whoever submitted the run reads the answer from its events. */
  save?(context: RunContext<Subject>, result: TaskResult<Value>): Promise<Save | null>;
  /** A run that is written in the same transaction as the successful end of this one. */
  next?(context: RunContext<Subject>, result: TaskResult<Value>): Promise<SubmitRequest | null>;
  /** What a failed run still stores. */
  saveFailed?(context: RunContext<Subject>): Save;
  /** Makes what a run that a person stopped still stores. It is not called if nothing was streamed. */
  saveStopped?(stopped: StoppedRun<Subject>): Promise<Save>;
  /** The lists that show the results of this task. */
  announces: Change['what'][];
  /** Tells others, beyond the viewers of those lists, that a run has ended. */
  afterEnd?(run: Run): Promise<void>;
  /** Why a failed run cannot be started again. */
  retryRefusal?: string;
  /** Whether cancelling a run also cancels the one it waits for. */
  cancelsAwaited?: boolean;
}

export type TaskInput<Subject> = RunInput & { subject: Subject };

/**
 * `text` is what a person reads. If it is empty, the run succeeds with nothing to show. `value` is for the program.
 */
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
  /** The run, with the provider and the model that wrote, as far as they are known. */
  run: Run;
  subject: Subject;
  /** The text that the readers of the run had seen. */
  text: string;
  at: number;
}

/** Everything that one execution of a run works with. */
export interface RunContext<Subject = unknown> {
  ports: EnginePorts;
  run: Run;
  input: TaskInput<Subject>;
  task: Task;
  log: EventLog;
  meter: UsageMeter;
  signal: AbortSignal;
  /** The profile whose limit has already counted the next call. */
  grantedCall: ModelProfileId | null;
  /** What is known about the run so far. It is stored with any outcome. */
  trace: {
    /** What the calls were rendered from. It is null before the first call. */
    prompt: TracedPrompt | null;
    model: Model | null;
    answeredModel: string | null;
    failures: ModelFailure[];
    coverage: Coverage | null;
  };
}

/** Exactly what the runs of a task pass to its template: a value that is missing here is missing in a run too. */
export interface TemplateSample {
  parameters: Parameters;
  texts: Record<string, string>;
  /** The parameters of the templates that a run uses beside its own, by template id. */
  further?: ReadonlyMap<string, Parameters>;
}

export function defineTask<Subject, Value = undefined>(task: Task<Subject, Value>): Task<Subject, Value> {
  return task;
}

/** The ports that the engine itself works with. */
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
  /** The content hash is the hash of the text unless it is given. */
  input: Pick<RunInput, 'sourceText'> & Partial<RunInput>;
  /** The variant, for a task with slots. */
  variant?: Variant;
  /** A template of the same task other than the default one. */
  templateId?: string;
  /** The run that has to end first. */
  afterRunId?: RunId;
  /** The run starts at this time at the latest, even if the awaited run has not ended. */
  startBy?: number;
  /** Parameters that are kept with the run beside its variant. */
  parameters?: Record<string, string>;
  /** The run's id, which is generated if omitted. If a run with this id exists, that run is returned instead. */
  runId?: RunId | undefined;
};
