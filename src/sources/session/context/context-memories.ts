import { type Memory, memoryKinds } from '#schema/sessions/memory.ts';
import type { FileState } from '#sources/session/memories/ports.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { findContradicted, shareOfTerms, termsOf } from '#text/memories/compare-memories.ts';
import type { ContextPiece } from './fit-sections.ts';

type Ports = Pick<SessionPorts, 'memories' | 'checkFiles'>;

interface Wanted {
  projects: string[] | undefined;
  /** The topic of the session, if known. */
  about: string | undefined;
  /** A date such as 2026-01-31. */
  dayOf(piece: { createdAt: number }): string;
}

const maxConsidered = 1000;
/** Each comparison takes about 2 µs, and it blocks all other requests. */
const maxOverriding = 200;
const maxOverridden = 100;
const maxFiles = 200;
const longestText = 600;

/** A memory, kept apart by origin: what agents saved is never shown as the user's words. */
export interface MemoryPiece extends ContextPiece {
  isOfAgent: boolean;
  /** The words alone. */
  said: string;
}

/**
 * Memories in order of value: the newest of each kind in turn, so that no kind displaces the others, interleaved with
 * those on the session's topic. Stale ones come last. Without a project, only memories of all projects.
 */
export async function readMemoryPieces(
  ports: Ports,
  { projects, about, dayOf }: Wanted,
): Promise<MemoryPiece[]> {
  const listed = await ports.memories.listMemories({
    projects: projects ?? [],
    state: 'current',
    offset: 0,
    limit: maxConsidered,
  });
  const memories = projects?.length === 1 ? withoutOverridden(listed) : listed;
  const states = await checkAnchors(ports, memories);
  const isStale = (memory: Memory) => filesOf(memory).some((path) => states(memory, path) === 'missing');
  const ordered = interleave([
    takeInTurn(memories),
    about === undefined ? [] : orderByTopic(memories, about),
  ]);
  return [...ordered.filter((memory) => !isStale(memory)), ...ordered.filter(isStale)].map((memory) => {
    const notes = [
      memory.kind,
      ...(memory.project === null ? ['all projects'] : projects?.length === 1 ? [] : [clip(memory.project)]),
      memory.source === null ? 'no source' : formatRef(memory.source.kind, memory.source.id),
      ...(memory.origin === 'user' ? ['saved by the user'] : []),
      dayOf({ createdAt: memory.changedAt }),
      ...describeFiles(memory, (path) => states(memory, path)),
    ];
    const isOfAgent = memory.origin === 'agent';
    const said = clip(memory.text, longestText);
    return {
      ref: `M${memory.id}`,
      createdAt: memory.changedAt,
      isOfAgent,
      said,
      text: `- ${isOfAgent ? 'Saved by an agent: ' : ''}${said} (${notes.filter((note) => note !== '').join(', ')})`,
    };
  });
}

/** In its own project, what a user said there overrides contradicting memories of all projects. */
function withoutOverridden(memories: readonly Memory[]): Memory[] {
  const said = memories.filter(({ origin }) => origin !== 'agent');
  const own = said.filter(({ project }) => project !== null).slice(0, maxOverriding);
  const shared = said.filter(({ project }) => project === null).slice(0, maxOverridden);
  const overridden = new Set(own.flatMap(({ text }) => findContradicted(text, shared)));
  return memories.filter((memory) => !overridden.has(memory));
}

function takeInTurn(memories: readonly Memory[]): Memory[] {
  const byKind = Map.groupBy(memories, ({ kind }) => kind);
  return interleave(memoryKinds.map((kind) => byKind.get(kind) ?? []));
}

function orderByTopic(memories: readonly Memory[], about: string): Memory[] {
  const asked = termsOf(about.slice(0, 2000));
  return memories
    .map((memory) => ({ memory, share: shareOfTerms(memory.text, asked) }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .map(({ memory }) => memory);
}

/** The first item of each list, then the second of each, and so on, without duplicates. */
function interleave(lists: readonly (readonly Memory[])[]): Memory[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const turns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)));
  return [...new Set(turns.flat())];
}

function filesOf({ anchors }: Memory): string[] {
  return anchors.filter(({ kind }) => kind === 'file').map(({ value }) => value);
}

/** Checks the files that memories name, in the folder of their project. */
async function checkAnchors(
  { memories: store, checkFiles }: Ports,
  memories: readonly Memory[],
): Promise<(memory: Memory, path: string) => FileState> {
  const known = new Map<string, FileState>();
  const keyOf = (project: string, path: string) => `${project}\n${path}`;
  let left = maxFiles;
  for (const [project, own] of Map.groupBy(memories, (memory) => memory.project)) {
    const paths = [...new Set(own.flatMap(filesOf))].slice(0, left);
    if (project === null || paths.length === 0) continue;
    left -= paths.length;
    const states = await checkFiles(await store.listFolders(project), paths);
    for (const [at, path] of paths.entries()) known.set(keyOf(project, path), states[at] ?? 'unknown');
  }
  return ({ project }, path) => known.get(keyOf(project ?? '', path)) ?? 'unknown';
}

function describeFiles(memory: Memory, stateOf: (path: string) => FileState): string[] {
  const of = (state: FileState) => filesOf(memory).filter((path) => stateOf(path) === state);
  const missing = of('missing');
  const unknown = of('unknown');
  return [
    ...(missing.length === 0 ? [] : [`stale: ${clip(missing.join(' '))} not found`]),
    ...(unknown.length === 0 ? [] : [`not checked: ${clip(unknown.join(' '))}`]),
  ];
}
