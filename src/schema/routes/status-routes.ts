import { z } from 'zod';
import { changeSchema, diagnosisSchema, healthSchema, loginSchema, versionSchema } from '#schema/wire.ts';
import type { RouteTable } from './route.ts';

export const statusRoutes = {
  health: {
    method: 'GET',
    path: '/api/health',
    operationId: 'getHealth',
    summary: 'Check that the server responds and can reach its database.',
    gives: 'It can.',
    answer: healthSchema,
  },
  version: {
    method: 'GET',
    path: '/api/version',
    operationId: 'getVersion',
    summary: 'Get the version of Precis and its data folder.',
    gives: 'The version and the folder.',
    answer: versionSchema,
  },
  diagnosis: {
    method: 'GET',
    path: '/api/diagnosis',
    operationId: 'getDiagnosis',
    summary: 'Check the installation and get what to fix.',
    gives: 'The checks.',
    answer: diagnosisSchema,
  },
  changes: {
    method: 'GET',
    path: '/api/changes',
    operationId: 'followChanges',
    summary:
      'Stream notices that a list has changed. Reload the list after each notice and after reconnecting.',
    gives: 'Server-sent events of the type `changed`.',
    type: 'text/event-stream',
    answer: changeSchema,
  },
} as const satisfies RouteTable;

export const loginRoutes = {
  get: {
    method: 'GET',
    path: '/api/login',
    operationId: 'getLogin',
    summary:
      'Get how this client is authenticated: without a token, by the token itself, or by a login that can be ended.',
    gives: 'The authentication method.',
    answer: loginSchema,
  },
  end: {
    method: 'DELETE',
    path: '/api/login',
    operationId: 'signOut',
    summary: 'End the login of this browser, or all logins. The token stays valid.',
    query: z.object({ everywhere: z.enum(['true', 'false']).optional() }),
    gives: 'Signed out.',
  },
} as const satisfies RouteTable;
