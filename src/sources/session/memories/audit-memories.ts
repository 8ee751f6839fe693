import type { Memory } from '#schema/sessions/memory.ts';
import type { AuditMemoriesQuery, MemoryAudit } from '#schema/sessions/memory-audit.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import {
  type AuditedMemory,
  findInMemories,
  type ProjectGuide,
  sumGiven,
} from '#text/memories/audit/audit-memories.ts';
import type { MemoryFilter } from './ports.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'deliveries' | 'checkFiles' | 'readGuides' | 'clock'>;

const maxMemories = 1000;
const maxOccasions = 10_000;
const maxFiles = 200;
/** A memory that no session got in this time, or in this many sessions, is of no use. */
const unusedMs = 30 * 24 * 60 * 60 * 1000;
const unusedSessions = 20;

/** Finds memories that are doubled, stale, never used or risky, and sums up what sessions were given. */
export async function auditMemories(ports: Ports, { project }: AuditMemoriesQuery): Promise<MemoryAudit> {
  const { memories, deliveries } = ports;
  const list = (state: MemoryFilter['state']) =>
    memories.listMemories({
      projects: project === undefined ? undefined : [project],
      state,
      offset: 0,
      limit: maxMemories,
    });
  const [current, superseded, proposed] = [
    await list('current'),
    await list('superseded'),
    await list('proposed'),
  ];
  const since = await deliveries.findFirstDelivery();
  const [isUndelivered, places, sums] = await Promise.all([
    findUndelivered(ports, current, since),
    lookAtProjects(ports, current),
    deliveries.sumDeliveries(maxOccasions),
  ]);
  const audited = (state: AuditedMemory['state']) => (memory: Memory) => ({
    ...memory,
    state,
    missingFiles: state === 'current' ? places.missingOf(memory) : [],
    isUndelivered: state === 'current' && isUndelivered(memory),
  });
  const tokensOf = (isWanted: (occasion: (typeof sums)[number]['occasion']) => boolean) =>
    sumGiven(sums.filter(({ occasion }) => isWanted(occasion)).map(({ tokens }) => tokens));
  return {
    memories: current.length,
    sessions: new Set(sums.map(({ contentSessionId }) => contentSessionId)).size,
    since,
    atStart: tokensOf((occasion) => occasion === 'start'),
    withPrompt: tokensOf((occasion) => occasion === 'prompt'),
    findings: findInMemories(
      [
        ...current.map(audited('current')),
        ...superseded.map(audited('superseded')),
        ...proposed.map(audited('proposed')),
      ],
      places.guides,
    ),
  };
}

/** Before the first delivery that is known, nobody noted what was given. */
async function findUndelivered(
  { store, deliveries, clock }: Ports,
  current: readonly Memory[],
  first: number | null,
): Promise<(memory: Memory) => boolean> {
  if (first === null) return () => false;
  const delivered = new Set(await deliveries.listDelivered(current.map(({ id }) => id)));
  const waiting = current.filter(({ id }) => !delivered.has(id));
  const begun = new Map<string | null, number>();
  for (const project of new Set(waiting.map((memory) => memory.project))) {
    const newest = await store.listSessions({
      project: project ?? undefined,
      offset: 0,
      limit: unusedSessions,
    });
    const starts = newest.map(({ startedAt }) => startedAt);
    begun.set(project, starts.length < unusedSessions ? Number.NEGATIVE_INFINITY : Math.min(...starts));
  }
  const undelivered = new Set(
    waiting
      .filter(({ createdAt, project }) => {
        const from = Math.max(createdAt, first);
        return clock.now() - from > unusedMs || (begun.get(project) ?? 0) > from;
      })
      .map(({ id }) => id),
  );
  return ({ id }) => undelivered.has(id);
}

interface Places {
  guides: ProjectGuide[];
  missingOf(memory: Memory): string[];
}

/** Looks at what memories name, and at what agents read anyway, in the folder of each project. */
async function lookAtProjects(ports: Ports, current: readonly Memory[]): Promise<Places> {
  const guides: ProjectGuide[] = [];
  const missing = new Set<string>();
  for (const [project, own] of Map.groupBy(current, (memory) => memory.project)) {
    if (project === null || project === '') continue;
    const folders = await ports.memories.listFolders(project);
    const paths = [...new Set(own.flatMap(filesOf))].slice(0, maxFiles);
    const states = paths.length === 0 ? [] : await ports.checkFiles(folders, paths);
    for (const [at, path] of paths.entries())
      if (states[at] === 'missing') missing.add(`${project}\n${path}`);
    for (const guide of await ports.readGuides(folders)) guides.push({ project, ...guide });
  }
  return {
    guides,
    missingOf: (memory) => filesOf(memory).filter((path) => missing.has(`${memory.project}\n${path}`)),
  };
}

function filesOf({ anchors }: Memory): string[] {
  return anchors.filter(({ kind }) => kind === 'file').map(({ value }) => value);
}
