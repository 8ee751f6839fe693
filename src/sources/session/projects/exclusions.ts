import { AppError } from '#schema/app-error.ts';
import type { InitRequest } from '#schema/sessions/sessions-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { requireProject, scopeToProject } from '#sources/session/project-scope.ts';

type Ports = Pick<SessionPorts, 'store' | 'projects' | 'clock' | 'hash'>;

/** How long the list is cached, so that other processes see a change. */
const keptMs = 1000;
const notesMs = 30 * 24 * 60 * 60_000;

export type Exclusions = ReturnType<typeof createExclusions>;

/** Decides what is not recorded. If no project is excluded, a check only looks at a list in memory. */
export function createExclusions(ports: Ports) {
  const { projects: store, clock, hash } = ports;
  let known: { projects: Promise<readonly string[]>; at: number } | null = null;

  /** Events that arrive while the list is being read share the same query. */
  function list(): Promise<readonly string[]> {
    const now = clock.now();
    if (known !== null && Math.abs(now - known.at) < keptMs) return known.projects;
    const begun = { projects: store.listExcluded(), at: now };
    known = begun;
    begun.projects.catch(() => {
      if (known === begun) known = null;
    });
    return begun.projects;
  }

  return {
    list,
    async exclude(given: string): Promise<void> {
      const project = requireProject(given);
      await store.excludeProject(project, clock.now());
      known = null;
    },
    async include(project: string): Promise<void> {
      const wasExcluded = await store.includeProject(project);
      known = null;
      if (!wasExcluded) throw new AppError('not_found', `${project} is not excluded.`);
    },

    /** Looks the project up without claiming a name for it, because that would record it. */
    async refusesPrompt({ contentSessionId, project, projectIdentities }: InitRequest): Promise<boolean> {
      const excluded = await list();
      if (excluded.length === 0) return false;
      const named = { project: project ?? undefined, projectIdentities: projectIdentities?.join('\n') };
      const { project: name = '' } = await scopeToProject(ports, named);
      const key = hash(contentSessionId);
      if (!excluded.includes(name)) return name === '' && store.isOfExcluded({ contentSessionId, key });
      await store.noteExcluded({ key, project: name, at: clock.now() });
      return true;
    },
    /** Checks an event that names only its session. */
    async refuses(contentSessionId: string): Promise<boolean> {
      if ((await list()).length === 0) return false;
      return store.isOfExcluded({ contentSessionId, key: hash(contentSessionId) });
    },
    /** Checks a line of an imported file. */
    refusesProject: async (project: string) => (await list()).includes(project),
    sweep: () => store.forgetNotes(clock.now() - notesMs),
  };
}
