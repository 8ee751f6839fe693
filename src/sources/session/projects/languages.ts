import type {
  ProjectLanguage,
  ProjectLanguageQuery,
  SetProjectLanguageRequest,
} from '#schema/sessions/project-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { requireProject, scopeToProject } from '#sources/session/project-scope.ts';
import { languageDisplayName } from '#text/language/language-names.ts';

type Ports = Pick<SessionPorts, 'store' | 'projects' | 'hash'>;

/** In which language models write the summaries of a project. */
export function createProjectLanguages(ports: Ports) {
  async function read(project: string): Promise<ProjectLanguage> {
    const language = await ports.projects.getLanguage(project);
    return { language, name: language === null ? null : languageDisplayName(language) };
  }

  return {
    async get(query: ProjectLanguageQuery): Promise<ProjectLanguage> {
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
