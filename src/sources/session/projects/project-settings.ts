import type {
  ProjectLanguage,
  ProjectQuery,
  ProjectRecall,
  SetProjectLanguageRequest,
  SetProjectRecallRequest,
} from '#schema/sessions/project-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { nameProject, requireProject, scopeToProject } from '#sources/session/project-scope.ts';
import { languageDisplayName } from '#text/language/language-names.ts';

type Ports = Pick<SessionPorts, 'store' | 'projects' | 'hash'>;

/** The languages in which models write the summaries of projects. */
export function createProjectLanguages(ports: Ports) {
  async function read(project: string): Promise<ProjectLanguage> {
    const language = await ports.projects.getLanguage(project);
    return { language, name: language === null ? null : languageDisplayName(language) };
  }

  return {
    async get(query: ProjectQuery): Promise<ProjectLanguage> {
      const { project } = await scopeToProject(ports, query);
      return read(project ?? '');
    },
    async set({ project, language }: SetProjectLanguageRequest): Promise<ProjectLanguage> {
      const name = requireProject(project);
      await ports.projects.setLanguage(name, language);
      return read(name);
    },
  };
}

/** Whether prompts of projects get something from memory. */
export function createProjectRecall(ports: Ports & Pick<SessionPorts, 'clock'>) {
  return {
    async get(query: ProjectQuery): Promise<ProjectRecall> {
      const { project } = await scopeToProject(ports, query);
      return { isOn: !(await ports.projects.isQuiet(project)) };
    },
    async set({ isOn, ...named }: SetProjectRecallRequest): Promise<ProjectRecall> {
      requireProject(named.project);
      const at = ports.clock.now();
      await ports.projects.setQuiet(await nameProject(ports, named, at), !isOn, at);
      return { isOn };
    },
  };
}
