import { AppError } from '#schema/app-error.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { nameRemote } from '#text/remote-name.ts';
import type { ProjectClaim, SessionPorts } from './ports.ts';

type Ports = Pick<SessionPorts, 'store' | 'hash'>;

interface Named {
  project?: string | null | undefined;
  projectIdentities?: readonly string[] | null | undefined;
}

const maxNameCharacters = 400;

/** The stored name of a project, which is claimed for it if needed. */
export async function nameProject(ports: Ports, named: Named, at: number): Promise<string> {
  const claim = readClaim(ports, named);
  return claim === null ? cleanName(named) : ports.store.claimProject({ ...claim, at });
}

/** Replaces the identities in a query by the project's name. */
export async function scopeToProject<
  Q extends { project?: string | undefined; projectIdentities?: string | undefined },
>(ports: Ports, { projectIdentities, ...query }: Q): Promise<Omit<Q, 'projectIdentities'>> {
  const { project } = query;
  const claim = readClaim(ports, { project, projectIdentities: projectIdentities?.split('\n') });
  if (claim === null) return project === undefined ? query : { ...query, project: project.trim() };
  // If another project has the name, nothing is stored for this one yet.
  return { ...query, project: (await ports.store.findProject(claim)) ?? claim.names.at(-1) };
}

/** Null if the client sent only a name, as older clients do. */
function readClaim({ hash }: Ports, named: Named): ProjectClaim | null {
  if (!named.projectIdentities?.length) return null;
  const name = cleanName(named).slice(0, maxNameCharacters).trim();
  const identities = [...new Set(named.projectIdentities.map(cleanIdentity))].filter((one) => one !== '');
  const [surest] = identities;
  if (name === '' || surest === undefined) return null;
  const place = placeOf(surest);
  return {
    identities,
    names: [name, ...(place === '' ? [] : [`${name} (${place})`]), `${name} (${hash(surest).slice(0, 8)})`],
  };
}

function cleanName({ project }: Named): string {
  return cleanProject(project ?? '');
}

/** The name of a project without private text and surrounding spaces. */
export function cleanProject(project: string): string {
  return cleanText(project).text.trim();
}

/** Validates the name of a project that a person or agent sets. Throws if it is blank. */
export function requireProject(given: string): string {
  const project = cleanProject(given);
  if (project === '') throw new AppError('invalid_input', 'Enter the name of a project.');
  return project;
}

/** Removes credentials. Clients should not send any. */
function cleanIdentity(identity: string): string {
  const { text } = cleanText(identity.trim());
  const [, kind, value = ''] = /^(remote|root|folder):(.+)$/su.exec(text) ?? [];
  if (kind === undefined) return '';
  return kind === 'remote' ? `remote:${nameRemote(value)}` : `${kind}:${value.trim()}`;
}

/** Distinguishes projects of the same name: owner, first commit, or parent folder. */
function placeOf(identity: string): string {
  const [, kind, value = ''] = /^(\w+):(.+)$/su.exec(identity) ?? [];
  const parts = value.split(/[\\/]+/u).filter((part) => part !== '');
  const around =
    kind === 'remote' && !/^[\\/]/u.test(value) ? parts.slice(1, -1).join('/') : (parts.at(-2) ?? '');
  // Removes commas, because they separate the names in a list of projects.
  return (kind === 'root' ? value.slice(0, 7) : around || (parts[0] ?? ''))
    .replace(/[,\s]+/gu, ' ')
    .slice(0, 80);
}
