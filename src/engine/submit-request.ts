import type { RunId } from '#schema/ids.ts';
import type { RunInput, Variant } from '#schema/runs/run.ts';
import type { NewRun } from './ports.ts';

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
