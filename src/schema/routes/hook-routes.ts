import {
  clientReportsSchema,
  hookAnswerSchema,
  hookClientSchema,
  hookEventSchema,
  hookPayloadSchema,
} from '#schema/sessions/hooks-wire.ts';
import type { RouteTable } from './route.ts';

export const hookRoutes = {
  take: {
    method: 'POST',
    path: '/api/hooks/{client}/{event}',
    operationId: 'takeHook',
    summary: 'Record an event of a coding agent, as its hook sends it.',
    params: { client: hookClientSchema, event: hookEventSchema },
    body: hookPayloadSchema,
    gives: 'What the agent adds to its context, if anything.',
    answer: hookAnswerSchema,
  },
  reports: {
    method: 'GET',
    path: '/api/clients',
    operationId: 'listClients',
    summary:
      'Count what each coding agent sent by its hooks and was given, and the model calls for coding sessions.',
    gives: 'The counts by agent, and those of runs.',
    answer: clientReportsSchema,
  },
} as const satisfies RouteTable;
