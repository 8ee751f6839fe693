import { page } from 'vitest/browser';
import { type Memory, memorySchema } from '#schema/sessions/memory.ts';

export function makeMemory(id: number, text: string, more: Partial<Memory> = {}): Memory {
  return memorySchema.parse({
    id,
    project: 'harbour-api',
    kind: 'instruction',
    text,
    origin: 'recognized',
    source: null,
    anchors: [],
    createdAt: 1000 + id,
    changedAt: 1000 + id,
    supersededAt: null,
    supersededBy: null,
    proposal: null,
    ...more,
  });
}

/** Makes the list that a server with these memories answers. */
export function listOf(memories: readonly Memory[]) {
  return ({ state = 'current' }: { state?: string | undefined } = {}) => ({
    items: memories.filter((memory) => stateOf(memory) === state),
    hasMore: false,
    offset: 0,
    limit: 100,
  });
}

function stateOf({ supersededAt, proposal }: Memory): string {
  if (proposal?.decision === null) return 'proposed';
  return supersededAt === null ? 'current' : 'superseded';
}

const pane = page.getByRole('region', { name: 'Memory', exact: true });
const rows = pane.getByRole('list', { name: 'Memories', exact: true }).getByRole('listitem');

/** The parts of the pane. */
export const memory = {
  pane,
  rows,
  dialog: page.getByRole('dialog'),
  texts: () => rows.elements().map((row) => row.textContent),
};
