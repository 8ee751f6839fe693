import type { Strings } from '#web/strings/en/en.ts';

/** Null: all projects. */
export function projectName(project: string | null, { projects }: Strings['sessions']): string {
  if (project === null) return projects.all;
  return project === '' ? projects.unnamed : project;
}
