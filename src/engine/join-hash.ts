import type { TaskPorts } from './define-task.ts';
import type { PreparedRun } from './ports.ts';

type JoinPorts = Pick<TaskPorts, 'tasks' | 'models' | 'templates' | 'hash'>;

/** Everything that the result of a run depends on. Null for tasks whose runs are never joined. */
export async function joinHashOf(
  { tasks, models, templates, hash }: JoinPorts,
  { run, input }: PreparedRun,
): Promise<string | null> {
  const { taskType, source, variant, templateId, parameters, route } = run;
  const task = tasks.get(taskType);
  if (task.joinKey === undefined) return null;
  const { title, contentHash, systemPromptOverride, subject } = input;
  // A profile or template that is missing fails the run itself, with its reason.
  const profiles = await Promise.all(
    route.map(async (id) => (await models.open(id).catch(() => null))?.profile ?? null),
  );
  const templateHash = await templates.hashOf(templateId).catch(() => null);
  return hash(
    JSON.stringify([
      [taskType, source.kind, source.id, variant],
      [templateId, templateHash, parameters],
      [route, profiles],
      [title, contentHash, systemPromptOverride, task.joinKey(subject)],
    ]),
  );
}
