import { AppError } from '#schema/app-error.ts';
import type {
  Announcement,
  AnnounceRequest,
  EditMemoryRequest,
  ListMemoriesQuery,
  Memory,
  MemoryId,
  MemoryPage,
  SaveMemoryRequest,
} from '#schema/sessions/memory.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { cleanProject, nameProject, requireProject, scopeToProject } from '#sources/session/project-scope.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { clip, parseRef } from '#sources/session/records/record-card.ts';
import { findAnchors } from '#text/memories/find-memories.ts';
import { proposalInNote } from '#text/memories/find-proposal.ts';
import { judgeEarlier } from './judge-earlier.ts';
import type { Replacement } from './ports.ts';
import { hashMemory } from './recognize.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'clock' | 'hash'>;

const needsProject =
  'What an agent saves belongs to one project. Pass its name as project, or run precis mcp in its folder.';
/** How long a removed memory can be restored. */
const undoMs = 10 * 60_000;

/** Statements that apply beyond their session. Private text is stripped here. */
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
      if (origin === 'agent' && cleanProject(request.project ?? '') === '')
        throw new AppError('invalid_input', needsProject);
      const written = readText(ports, request.text);
      if (request.project) requireProject(request.project);
      const project = request.project ? await nameProject(ports, request, at) : null;
      if (origin === 'agent' && source) await requireOwn(ports, source, project);
      const saved = await memories.saveMemory({
        ...written,
        kind,
        origin,
        project,
        source: source ? parseRef(source) : null,
        // A page that an agent read may have told the agent to save this.
        asks: origin === 'agent' ? proposalInNote(written.text) : null,
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
          ...(project === undefined ? {} : { project: project ? requireProject(project) : project }),
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

    async confirm(id: MemoryId): Promise<Memory> {
      const decided = await memories.decideMemory(id, 'confirm', clock.now());
      if (decided === null) throw missingProposal(id);
      return requireOnly(id, decided);
    },

    async dismiss(id: MemoryId): Promise<Memory> {
      const decided = await memories.decideMemory(id, 'dismiss', clock.now());
      if (decided === null) throw missingProposal(id);
      return requireOnly(id, decided);
    },

    async undo(id: MemoryId): Promise<Memory> {
      const undone = await memories.undoMemory(id, clock.now());
      if (undone === 'nothing')
        throw new AppError(
          'conflict',
          `Memory ${id} has no decision or replacement to undo. Choose one that was decided or replaced.`,
        );
      return requireOnly(id, undone);
    },

    /** Reports each proposal and each replacement in a project once. */
    async announce({ project: name, projectIdentities }: AnnounceRequest): Promise<Announcement> {
      const named = { project: name, projectIdentities: projectIdentities?.join('\n') };
      const { project } = await scopeToProject(ports, named);
      const proposals = await memories.takeUnannounced(project, clock.now());
      return { message: announceChanges(proposals, await memories.takeUntold(project)) };
    },

    /** Judges some memories of earlier versions again. Returns whether there are more. */
    judge: () => judgeEarlier(ports),

    /** Deletes memories that can no longer be restored. */
    sweep: () => memories.purgeMemories(clock.now() - undoMs),
  };
}

function readText(ports: Ports, given: string) {
  const text = cleanText(given).text.trim();
  if (text === '') throw new AppError('invalid_input', 'A memory needs text that is not private.');
  return { text, textHash: hashMemory(ports, text), anchors: findAnchors(text) };
}

/** The source of an agent's note must be in the same project, so that it cannot show another project's words. */
async function requireOwn({ store }: Ports, source: string, project: string | null): Promise<void> {
  const ref = parseRef(source);
  const record = ref === null ? null : await store.getRecord(ref.kind, ref.id);
  if (record === null || record.project === project) return;
  throw new AppError(
    'invalid_input',
    `${source} is not a record of ${project}. Leave source out, or name a record of that project.`,
  );
}

function requireOnly(id: MemoryId, found: Memory | 'taken' | null): Memory {
  if (found === null) throw missingMemory(id);
  if (found === 'taken')
    throw new AppError('conflict', 'Another memory says the same. Edit or delete that one.');
  return found;
}

function missingProposal(id: MemoryId): AppError {
  return new AppError('not_found', `No memory ${id} is waiting for confirmation.`);
}

function missingMemory(id: MemoryId): AppError {
  return new AppError('not_found', `Memory ${id} not found.`);
}

/** Short enough for both sentences to fit into the line that clients show. */
const quotedCharacters = 120;
const quotedInBoth = 60;

/** One line for a terminal, or null if there is nothing to report. It is shown to a person, never to a model. */
function announceChanges(
  proposals: readonly Pick<Memory, 'text'>[],
  replacements: readonly Replacement[],
): string | null {
  const [proposal] = proposals;
  const [replacement] = replacements;
  const most = proposal && replacement ? quotedInBoth : quotedCharacters;
  const quote = (text: string) => `“${clip(withoutControls(text), most)}”`;
  const told: string[] = [];
  if (proposal)
    told.push(
      proposals.length === 1
        ? `1 instruction waits for your confirmation: ${quote(proposal.text)}.`
        : `${proposals.length} instructions wait for your confirmation, such as ${quote(proposal.text)}.`,
    );
  if (replacement) {
    const more = replacements.length === 1 ? '' : `, and ${replacements.length - 1} more changed`;
    told.push(`${quote(replacement.text)} replaces ${quote(replacement.replaced)} in this project${more}.`);
  }
  if (told.length === 0) return null;
  const what = replacement === undefined ? 'see it' : proposal === undefined ? 'undo it' : 'see or undo it';
  return `Precis: ${told.join(' ')} Run “precis memory” to ${what}, or open Sessions → Memory in the app.`;
}

/** Removes control characters, which a terminal would obey, and those that change the text direction. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
