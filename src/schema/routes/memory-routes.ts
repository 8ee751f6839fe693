import {
  editMemoryRequestSchema,
  listMemoriesQuerySchema,
  memoryIdSchema,
  memoryPageSchema,
  memorySchema,
  saveMemoryRequestSchema,
} from '#schema/sessions/memory.ts';
import { numberedId } from './numbered-id.ts';
import type { RouteTable } from './route.ts';

const id = numberedId(memoryIdSchema);

export const memoryRoutes = {
  list: {
    method: 'GET',
    path: '/api/memories',
    operationId: 'listMemories',
    summary: 'List standing instructions, preferences, decisions and facts, last changed first.',
    query: listMemoriesQuerySchema,
    gives: 'A page of memories.',
    answer: memoryPageSchema,
  },
  save: {
    method: 'POST',
    path: '/api/memories',
    operationId: 'saveMemory',
    summary:
      'Save a memory. One that it contradicts is kept as superseded. Saving the same text again returns the existing memory.',
    body: saveMemoryRequestSchema,
    gives: 'The memory.',
    answer: memorySchema,
    problems: ['not_found'],
  },
  edit: {
    method: 'PATCH',
    path: '/api/memories/{id}',
    operationId: 'editMemory',
    summary: 'Change the text, kind or project of a memory. A superseded one holds again.',
    params: { id },
    body: editMemoryRequestSchema,
    gives: 'The memory.',
    answer: memorySchema,
    problems: ['not_found', 'conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/memories/{id}',
    operationId: 'deleteMemory',
    summary: 'Delete a memory. It can be restored for ten minutes.',
    params: { id },
    gives: 'Removed.',
    problems: ['not_found'],
  },
  restore: {
    method: 'POST',
    path: '/api/memories/{id}/restore',
    operationId: 'restoreMemory',
    summary: 'Undo the deletion of a memory.',
    params: { id },
    gives: 'The memory.',
    answer: memorySchema,
    problems: ['not_found', 'conflict'],
  },
} as const satisfies RouteTable;
