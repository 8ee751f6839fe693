import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { hashText } from '#app/wiring/system-ports.ts';
import { identifyProject } from '#plugin/project-identity.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import { nameProject } from '#sources/session/project-scope.ts';

/** The project of a folder, as a live session there has it. */
export function createProjectNames(store: SessionStore, now: number): (cwd: string) => Promise<string> {
  const names = new Map<string, Promise<string>>();

  async function name(cwd: string): Promise<string> {
    const project = basename(cwd) || cwd;
    const isThere = await stat(cwd).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    // Of a folder that is gone, one above it says nothing.
    const found = isThere
      ? await identifyProject(cwd, project)
      : { name: project, identities: [`folder:${cwd}`] };
    const named = { project: found.name, projectIdentities: found.identities };
    return nameProject({ store, hash: hashText }, named, now);
  }

  return (cwd) => {
    if (cwd.trim() === '') return Promise.resolve('');
    const known = names.get(cwd) ?? name(cwd);
    names.set(cwd, known);
    return known;
  };
}
