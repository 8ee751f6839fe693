import { AppError } from '#schema/app-error.ts';
import type { McpPorts } from './ports.ts';

interface SearchedProject {
  project?: string | undefined;
  projectIdentities?: string;
}

/** Returns `project` even if it is undefined, so that it overrides the project that the model named. */
export function searchedProject(open: McpPorts['project'], project?: string): SearchedProject {
  if (project === '*') return { project: undefined };
  if (project !== undefined || open === null) return { project };
  const { name, identities } = open;
  return {
    project: name,
    ...(identities.length === 0 ? {} : { projectIdentities: identities.join('\n') }),
  };
}

/** An agent may save memories only in the project it works in. */
export function ownProject(
  open: McpPorts['project'],
  project?: string,
): { project?: string | undefined; projectIdentities?: string[] } {
  if (open === null) return { project: project === '*' ? undefined : project };
  const { name, identities } = open;
  if (project !== undefined && project !== name)
    throw new AppError(
      'invalid_input',
      `Memories are saved for the open project, ${name}. Leave project out.`,
    );
  return { project: name, ...(identities.length === 0 ? {} : { projectIdentities: identities }) };
}
