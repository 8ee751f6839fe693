import { runIdSchema } from '#schema/ids.ts';
import {
  checkStateSchema,
  checkTargetSchema,
  receiptQuerySchema,
  saveVerdictRequestSchema,
  startCheckRequestSchema,
} from '#schema/runs/check-wire.ts';
import { runSchema } from '#schema/runs/run.ts';
import type { RouteTable } from './route.ts';

export const checkRoutes = {
  state: {
    method: 'GET',
    path: '/api/checks',
    operationId: 'getCheckState',
    summary: 'Get how far a model has checked and corrected a summary.',
    query: checkTargetSchema,
    gives: 'The newest runs, and the text before the last correction.',
    answer: checkStateSchema,
    problems: ['not_found'],
  },
  start: {
    method: 'POST',
    path: '/api/checks',
    operationId: 'startCheck',
    summary: 'Check the sentences of a summary with a model. Its verdicts arrive as events of the run.',
    keyed: true,
    body: startCheckRequestSchema,
    status: 202,
    gives: 'The run: a new one, or an identical one in progress.',
    answer: runSchema,
    problems: ['not_found', 'conflict', 'model_not_configured', 'source_empty'],
  },
  saveVerdict: {
    method: 'PUT',
    path: '/api/checks/verdict',
    operationId: 'saveVerdict',
    summary:
      'Say that a sentence of a summary is right or wrong, or withdraw that. It replaces other verdicts.',
    body: saveVerdictRequestSchema,
    gives: 'Nothing.',
    problems: ['not_found', 'conflict'],
  },
  repair: {
    method: 'POST',
    path: '/api/repairs',
    operationId: 'startRepair',
    summary: 'Correct the contradicted sentences of a summary with a model.',
    keyed: true,
    body: startCheckRequestSchema,
    status: 202,
    gives: 'The run: a new one, or an identical one in progress.',
    answer: runSchema,
    problems: ['not_found', 'conflict', 'model_not_configured', 'source_empty'],
  },
  undo: {
    method: 'POST',
    path: '/api/repairs/{id}/undo',
    operationId: 'undoRepair',
    summary: 'Bring back the summary as it was before a correction.',
    params: { id: runIdSchema },
    gives: 'Nothing.',
    problems: ['not_found', 'conflict'],
  },
  receipt: {
    method: 'GET',
    path: '/api/receipts',
    operationId: 'getReceipt',
    summary:
      'Download a summary with the verdict and the passages of each sentence, and a hash of its source.',
    query: receiptQuerySchema,
    gives: 'The receipt as Markdown, as a web page or as JSON. `precis verify` checks it again.',
    type: 'text/*',
    types: ['text/markdown', 'text/html', 'application/json'],
    problems: ['not_found', 'conflict'],
  },
} as const satisfies RouteTable;
