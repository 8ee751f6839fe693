import type { Task } from '#engine/run-context.ts';
import type { TaskType } from '#schema/runs/run.ts';
import { foldTask } from './fold-task.ts';
import { historyNarrativeTask, turnSummaryTask } from './historian-task.ts';
import { replyTask } from './reply-task.ts';
import { sessionTask } from './session-task.ts';
import { summaryTask } from './summary-task.ts';
import { titleTask } from './title-task.ts';

/** What is particular to each kind of run; everything else is the engine's. */
export const tasks: Record<TaskType, Task> = {
  summary: summaryTask,
  fold: foldTask,
  reply: replyTask,
  title: titleTask,
  'turn-summary': turnSummaryTask,
  'history-narrative': historyNarrativeTask,
  session: sessionTask,
};
