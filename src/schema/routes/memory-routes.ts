import { numberedId } from '#schema/ids.ts';
import {
  announcementSchema,
  announceRequestSchema,
  editMemoryRequestSchema,
  listMemoriesQuerySchema,
  memoryIdSchema,
  memoryPageSchema,
  memorySchema,
  saveMemoryRequestSchema,
} from '#schema/sessions/memory.ts';
import { auditMemoriesQuerySchema, memoryAuditSchema } from '#schema/sessions/memory-audit.ts';
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
  audit: {
    method: 'GET',
    path: '/api/memories/audit',
    operationId: 'auditMemories',
    summary:
      'Find memories that are doubled, stale, never used or risky, and sum up what sessions were given.',
    query: auditMemoriesQuerySchema,
    gives: 'The figures and the findings.',
    answer: memoryAuditSchema,
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
  confirm: {
    method: 'POST',
    path: '/api/memories/{id}/confirm',
    operationId: 'confirmMemory',
    summary: 'Confirm a memory that waits for a person. From now on, sessions receive it.',
    params: { id },
    gives: 'The memory.',
    answer: memorySchema,
    problems: ['not_found', 'conflict'],
  },
  dismiss: {
    method: 'POST',
    path: '/api/memories/{id}/dismiss',
    operationId: 'dismissMemory',
    summary: 'Dismiss a memory that waits for a person. No session receives it.',
    params: { id },
    gives: 'The memory.',
    answer: memorySchema,
    problems: ['not_found'],
  },
  undo: {
    method: 'POST',
    path: '/api/memories/{id}/undo',
    operationId: 'undoMemory',
    summary:
      'Undo a decision on a memory, which then waits again, or a replacement: the earlier memory holds again, and the later one no longer does.',
    params: { id },
    gives: 'The memory.',
    answer: memorySchema,
    problems: ['not_found', 'conflict'],
  },
  announce: {
    method: 'POST',
    path: '/api/memories/announce',
    operationId: 'announceMemories',
    summary: 'Get one line about what waits for a person in a project. Each memory is announced once.',
    body: announceRequestSchema,
    gives: 'The line, if anything new waits.',
    answer: announcementSchema,
  },
} as const satisfies RouteTable;
