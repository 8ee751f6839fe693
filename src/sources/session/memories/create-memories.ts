import { AppError } from '#schema/app-error.ts';
import type {
  EditMemoryRequest,
  ListMemoriesQuery,
  Memory,
  MemoryId,
  MemoryPage,
  SaveMemoryRequest,
} from '#schema/sessions/memory.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { nameProject, scopeToProject } from '#sources/session/project-scope.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { parseRef } from '#sources/session/records/record-ref.ts';
import { findAnchors } from '#text/memories/find-anchors.ts';
import { hashMemory } from './recognize.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'clock' | 'hash'>;

/** How long a removed memory can be restored. */
const undoMs = 10 * 60_000;

/** What holds beyond its session. Private text is stripped here. */
export function createMemories(ports: Ports) {
  const { memories, clock } = ports;
  return {
    async list(query: ListMemoriesQuery): Promise<MemoryPage> {
      const { project, state, offset, limit } = await scopeToProject(ports, query);
      const projects = project === undefined ? undefined : [project];
      const items = await memories.listMemories({ projects, state, offset, limit: limit + 1 });
      return { items: items.slice(0, limit), hasMore: items.length > limit, offset, limit };
    },

    async save(request: SaveMemoryRequest): Promise<Memory> {
      const at = clock.now();
      const { kind, origin, source } = request;
      const saved = await memories.saveMemory({
        ...readText(ports, request.text),
        kind,
        origin,
        project: request.project ? await nameProject(ports, request, at) : null,
        source: source ? parseRef(source) : null,
        at,
      });
      if (saved === null) throw new AppError('not_found', `No record ${source} found.`);
      return saved;
    },

    async edit(id: MemoryId, { text, kind, project }: EditMemoryRequest): Promise<Memory> {
      const edited = await memories.editMemory(
        id,
        {
          ...(text === undefined ? {} : readText(ports, text)),
          ...(kind === undefined ? {} : { kind }),
          ...(project === undefined ? {} : { project: project === null ? null : cleanText(project).text }),
        },
        clock.now(),
      );
      return requireOnly(id, edited);
    },

    async remove(id: MemoryId): Promise<void> {
      if (!(await memories.removeMemory(id, clock.now()))) throw missingMemory(id);
    },

    async restore(id: MemoryId): Promise<Memory> {
      await memories.purgeMemories(clock.now() - undoMs);
      return requireOnly(id, await memories.restoreMemory(id));
    },

    /** Removes what can no longer be restored. */
    sweep: () => memories.purgeMemories(clock.now() - undoMs),
  };
}

function readText(ports: Ports, given: string) {
  const text = cleanText(given).text.trim();
  if (text === '') throw new AppError('invalid_input', 'A memory needs text that is not private.');
  return { text, textHash: hashMemory(ports, text), anchors: findAnchors(text) };
}

function requireOnly(id: MemoryId, found: Memory | 'taken' | null): Memory {
  if (found === null) throw missingMemory(id);
  if (found === 'taken') throw new AppError('conflict', 'Another memory says the same.');
  return found;
}

function missingMemory(id: MemoryId): AppError {
  return new AppError('not_found', `Memory ${id} not found.`);
}
