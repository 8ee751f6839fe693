import { z } from 'zod';
import { issueIdSchema, runIdSchema } from '#schema/ids.ts';
import { shownIssueSchema } from '#schema/runs/issue.ts';
import { runSchema } from '#schema/runs/run.ts';
import { runEventSchema } from '#schema/runs/run-event.ts';
import { runWithSummarySchema } from '#schema/runs/summary.ts';
import {
  deletedSchema,
  fetchPageRequestSchema,
  issuePageSchema,
  listIssuesQuerySchema,
  listRunsQuerySchema,
  pageSchema,
  runPageSchema,
  summarizeTextRequestSchema,
} from '#schema/wire.ts';
import type { RouteTable } from './route.ts';

/**
 * Events are numbered in a column of 32 bits. A larger number would make PostgreSQL fail in the middle of the stream.
 */
const lastSeq = 2 ** 31 - 1;
const seq = z.coerce.number().int().nonnegative().max(lastSeq);

export const textRoutes = {
  summarize: {
    method: 'POST',
    path: '/api/summaries',
    operationId: 'summarizeText',
    summary: 'Summarize a text. Follow the run through its events.',
    keyed: true,
    body: summarizeTextRequestSchema,
    status: 202,
    gives: 'The run: a new one, or an identical one in progress.',
    answer: runSchema,
    problems: [
      'source_empty',
      'source_too_short',
      'source_title_only',
      'source_blocked',
      'model_not_configured',
    ],
  },
  fetchPage: {
    method: 'POST',
    path: '/api/pages',
    operationId: 'fetchPage',
    summary: 'Fetch a web page and extract its article.',
    body: fetchPageRequestSchema,
    gives: 'The readable text of the page.',
    answer: pageSchema,
    problems: [
      'fetch_refused',
      'fetch_failed',
      'fetch_timeout',
      'fetch_too_large',
      'fetch_unsupported',
      'source_blocked',
    ],
    argument: 'url',
  },
} as const satisfies RouteTable;

export const runRoutes = {
  list: {
    method: 'GET',
    path: '/api/runs',
    operationId: 'listRuns',
    summary: 'List runs, newest first.',
    query: listRunsQuerySchema,
    gives: 'A page of runs.',
    answer: runPageSchema,
  },
  get: {
    method: 'GET',
    path: '/api/runs/{id}',
    operationId: 'getRun',
    summary: 'Get a run, the inputs of its prompts, and its output if that is still stored.',
    params: { id: runIdSchema },
    gives: 'The run.',
    answer: runWithSummarySchema,
    problems: ['not_found'],
  },
  cancel: {
    method: 'POST',
    path: '/api/runs/{id}/cancel',
    operationId: 'cancelRun',
    summary: 'Cancel a run. A run that has ended is not changed.',
    params: { id: runIdSchema },
    gives: 'The run.',
    answer: runSchema,
    problems: ['not_found'],
  },
  retry: {
    method: 'POST',
    path: '/api/runs/{id}/retry',
    operationId: 'retryRun',
    summary: 'Retry a failed or cancelled run as a new run.',
    params: { id: runIdSchema },
    keyed: true,
    status: 202,
    gives: 'The run: a new one, or an identical one in progress.',
    answer: runSchema,
    problems: ['not_found', 'conflict'],
  },
  events: {
    method: 'GET',
    path: '/api/runs/{id}/events',
    operationId: 'followRun',
    summary: 'Stream the events of a run to its end, from the first one or after a given one.',
    params: { id: runIdSchema },
    query: z.object({ after: seq.optional() }),
    headers: z.object({ 'last-event-id': seq.optional() }),
    gives: 'Server-sent events: `id` is the sequence number, `event` the type, `data` the event.',
    type: 'text/event-stream',
    answer: runEventSchema,
    problems: ['not_found'],
  },
} as const satisfies RouteTable;

export const issueRoutes = {
  list: {
    method: 'GET',
    path: '/api/issues',
    operationId: 'listIssues',
    summary: 'List diagnostic records, newest first.',
    query: listIssuesQuerySchema,
    gives: 'A page of issues.',
    answer: issuePageSchema,
  },
  get: {
    method: 'GET',
    path: '/api/issues/{id}',
    operationId: 'getIssue',
    summary: 'Get a diagnostic record.',
    params: { id: issueIdSchema },
    gives: 'The issue.',
    answer: shownIssueSchema,
    problems: ['not_found'],
  },
  clear: {
    method: 'DELETE',
    path: '/api/issues',
    operationId: 'deleteIssues',
    summary: 'Delete all diagnostic records.',
    gives: 'The number of deleted records.',
    answer: deletedSchema,
    result: 'deleted',
  },
} as const satisfies RouteTable;
