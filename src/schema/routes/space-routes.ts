import { spaceIdSchema, spaceSchema } from '#schema/spaces/space.ts';
import { spaceInputSchema, spaceListSchema, spacePatchSchema } from '#schema/spaces/spaces-wire.ts';
import type { RouteTable } from './route.ts';

export const spaceRoutes = {
  list: {
    method: 'GET',
    path: '/api/spaces',
    operationId: 'listSpaces',
    summary: 'List all Spaces, by name.',
    gives: 'The Spaces.',
    answer: spaceListSchema,
    result: 'items',
  },
  create: {
    method: 'POST',
    path: '/api/spaces',
    operationId: 'createSpace',
    summary: 'Create a Space with custom instructions and an agent.',
    body: spaceInputSchema,
    status: 201,
    gives: 'The Space.',
    answer: spaceSchema,
    problems: ['not_found'],
  },
  patch: {
    method: 'PATCH',
    path: '/api/spaces/{id}',
    operationId: 'patchSpace',
    summary: 'Change the name, instructions or agent of a Space.',
    params: { id: spaceIdSchema },
    body: spacePatchSchema,
    gives: 'The Space.',
    answer: spaceSchema,
    problems: ['not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/spaces/{id}',
    operationId: 'deleteSpace',
    summary: 'Delete a Space and all its threads.',
    params: { id: spaceIdSchema },
    gives: 'Removed.',
    problems: ['not_found'],
  },
} as const satisfies RouteTable;
