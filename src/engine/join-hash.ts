import type { EnginePorts, PreparedRun } from './ports.ts';

type JoinPorts = Pick<EnginePorts, 'models' | 'templates' | 'hash'>;

/**
 * Everything that the result of a run depends on. Null for runs that others decide about: turns of a thread and of a
 * conversation, and of a coding session.
 */
export async function joinHashOf(
  { models, templates, hash }: JoinPorts,
  { run, input }: PreparedRun,
): Promise<string | null> {
  const { taskType, source, targetLanguage, detailLevel, templateId, parameters, route } = run;
  if (taskType !== 'summary' && taskType !== 'fold') return null;
  const { title, contentHash, systemPromptOverride, subject } = input;
  const summaryRevision = subject?.kind === 'fold' ? subject.summaryRevision : null;
  // A profile or template that is missing fails the run itself, with its reason.
  const profiles = await Promise.all(
    route.map(async (id) => (await models.open(id).catch(() => null))?.profile ?? null),
  );
  const templateHash = await templates.hashOf(templateId).catch(() => null);
  return hash(
    JSON.stringify([
      [taskType, source.kind, source.id, targetLanguage, detailLevel],
      [templateId, templateHash, parameters],
      [route, profiles],
      [title, contentHash, systemPromptOverride, summaryRevision],
    ]),
  );
}
