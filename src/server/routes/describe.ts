import type { z } from '@hono/zod-openapi';
import type { ErrorCode } from '#schema/error-codes.ts';
import { problemMediaType, statusOf } from '#server/problem.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const everywhere: ErrorCode[] = [
  'invalid_input',
  'unauthorized',
  'foreign_host',
  'too_large',
  'internal',
  'database_damaged',
  'database_unavailable',
  'disk_full',
];

export function jsonAnswer<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: { 'application/json': { schema } } };
}

export function jsonBody<S extends z.ZodType>(schema: S) {
  return { body: { required: true as const, content: { 'application/json': { schema } } } };
}

/**
 * The refusals of a route, beside those that any route may give. The type says nothing: handlers throw, they do not
 * answer problems.
 */
export function problems(...codes: ErrorCode[]): {} {
  const byStatus = Map.groupBy(new Set([...everywhere, ...codes]), statusOf);
  const content = { [problemMediaType]: { schema: apiSchemas.problem } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}
