import { z } from 'zod';
import { keysLeftOutHeader } from '#schema/headers.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import {
  agentConfigSchema,
  agentIdSchema,
  agentInputSchema,
  agentListSchema,
  agentSchema,
  agentTestRequestSchema,
} from '#schema/models/agent.ts';
import { availableModelsRequestSchema, availableModelsSchema } from '#schema/models/available-models.ts';
import {
  connectionTestSchema,
  modelProfileInputSchema,
  modelProfileSchema,
  testModelQuerySchema,
} from '#schema/models/model-profile.ts';
import { settingsPatchSchema, settingsSchema } from '#schema/settings.ts';
import {
  templateDetailSchema,
  templatePreviewRequestSchema,
  templatePreviewSchema,
} from '#schema/template.ts';
import {
  clearStorageRequestSchema,
  deletedSchema,
  modelListSchema,
  spendingQuerySchema,
  spendingSchema,
  storageReportSchema,
  templateListSchema,
} from '#schema/wire.ts';
import type { RouteTable } from './route.ts';

export const modelRoutes = {
  list: {
    method: 'GET',
    path: '/api/models',
    operationId: 'listModels',
    summary: 'List model profiles, the built-in one first.',
    gives: 'The profiles.',
    answer: modelListSchema,
    result: 'items',
  },
  get: {
    method: 'GET',
    path: '/api/models/{id}',
    operationId: 'getModel',
    summary: 'Get a model profile. Its key is never returned.',
    params: { id: modelProfileIdSchema },
    gives: 'The profile.',
    answer: modelProfileSchema,
    problems: ['not_found'],
  },
  put: {
    method: 'PUT',
    path: '/api/models/{id}',
    operationId: 'putModel',
    summary: 'Add or update a model profile. Omit the key to keep it.',
    params: { id: modelProfileIdSchema },
    body: modelProfileInputSchema,
    gives: 'The profile.',
    answer: modelProfileSchema,
    problems: ['conflict', 'key_origin_changed'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/models/{id}',
    operationId: 'deleteModel',
    summary: 'Delete a model profile and its key. One in use needs a replacement, which takes its place.',
    params: { id: modelProfileIdSchema },
    query: z.object({ replacement: modelProfileIdSchema.optional() }),
    gives: 'Removed.',
    problems: ['not_found', 'conflict'],
    argument: 'replacement',
  },
  test: {
    method: 'POST',
    path: '/api/models/{id}/test',
    operationId: 'testModel',
    summary: 'Send a test request to the model. The response describes any failure.',
    params: { id: modelProfileIdSchema },
    query: testModelQuerySchema,
    argument: 'as',
    keyed: true,
    gives: 'The test result.',
    answer: connectionTestSchema,
    problems: ['not_found'],
  },
  available: {
    method: 'POST',
    path: '/api/models/available',
    operationId: 'listAvailableModels',
    summary: 'Ask a provider which models it offers, with their context sizes and prices where it says them.',
    body: availableModelsRequestSchema,
    gives: 'The models, by name.',
    answer: availableModelsSchema,
    problems: [
      'key_missing',
      'key_origin_changed',
      'model_bad_response',
      'model_redirected',
      'model_unauthorized',
      'model_unavailable',
      'model_unreachable',
    ],
  },
} as const satisfies RouteTable;

export const agentRoutes = {
  list: {
    method: 'GET',
    path: '/api/agents',
    operationId: 'listAgents',
    summary: 'List agents, the default one first.',
    gives: 'The agents.',
    answer: agentListSchema,
    result: 'items',
  },
  get: {
    method: 'GET',
    path: '/api/agents/{id}',
    operationId: 'getAgent',
    summary: 'Get an agent with the effective value of every field. Keys are never returned.',
    params: { id: agentIdSchema },
    gives: 'The agent.',
    answer: agentSchema,
    problems: ['not_found'],
  },
  put: {
    method: 'PUT',
    path: '/api/agents/{id}',
    operationId: 'putAgent',
    summary: 'Add or update an agent, or import its file. Omit a key to keep it; null removes it.',
    params: { id: agentIdSchema },
    body: agentInputSchema,
    gives: 'The agent, with its warnings.',
    answer: agentSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/api/agents/{id}',
    operationId: 'deleteAgent',
    summary: 'Delete an agent and its keys. The default agent is reset instead.',
    params: { id: agentIdSchema },
    gives: 'Removed.',
    problems: ['not_found'],
  },
  exportConfig: {
    method: 'GET',
    path: '/api/agents/{id}/export',
    operationId: 'exportAgent',
    summary: `Export an agent as a file, without stored keys. The header ${keysLeftOutHeader} lists the parts that had one.`,
    params: { id: agentIdSchema },
    gives: 'The file.',
    answer: agentConfigSchema,
    problems: ['not_found'],
  },
  test: {
    method: 'POST',
    path: '/api/agents/{id}/test',
    operationId: 'testAgent',
    summary: 'Send a test request to one of the agent’s models. The response describes any failure.',
    params: { id: agentIdSchema },
    keyed: true,
    body: agentTestRequestSchema,
    gives: 'The test result.',
    answer: connectionTestSchema,
    problems: ['not_found'],
    argument: 'part',
  },
} as const satisfies RouteTable;

export const settingsRoutes = {
  get: {
    method: 'GET',
    path: '/api/settings',
    operationId: 'getSettings',
    summary: 'Get all settings, including defaults.',
    gives: 'The settings.',
    answer: settingsSchema,
  },
  patch: {
    method: 'PATCH',
    path: '/api/settings',
    operationId: 'patchSettings',
    summary: 'Update the given settings. Others are unchanged.',
    body: settingsPatchSchema,
    gives: 'All settings.',
    answer: settingsSchema,
  },
} as const satisfies RouteTable;

export const templateRoutes = {
  list: {
    method: 'GET',
    path: '/api/templates',
    operationId: 'listTemplates',
    summary: 'List the templates in use, and why a user’s file is not used.',
    gives: 'The templates.',
    answer: templateListSchema,
  },
  get: {
    method: 'GET',
    path: '/api/templates/{id}',
    operationId: 'getTemplate',
    summary: 'Get a template with its texts, exactly as in its file.',
    params: { id: z.string().min(1).max(100) },
    gives: 'The template.',
    answer: templateDetailSchema,
    problems: ['template_missing', 'template_invalid'],
  },
  preview: {
    method: 'POST',
    path: '/api/templates/{id}/preview',
    operationId: 'previewTemplate',
    summary: 'Preview the prompt with sample texts, or get the reason why it cannot be rendered.',
    params: { id: z.string().min(1).max(100) },
    body: templatePreviewRequestSchema,
    gives: 'The prompt, or the problem.',
    answer: templatePreviewSchema,
    problems: ['template_missing'],
    argument: 'parameters',
  },
} as const satisfies RouteTable;

export const spendingRoutes = {
  get: {
    method: 'GET',
    path: '/api/spending',
    operationId: 'getSpending',
    summary: 'Get spending by day, task and model, and whether automatic runs are paused.',
    query: spendingQuerySchema,
    gives: 'The spending.',
    answer: spendingSchema,
  },
} as const satisfies RouteTable;

export const storageRoutes = {
  get: {
    method: 'GET',
    path: '/api/storage',
    operationId: 'getStorage',
    summary: 'Get the size and contents of the database.',
    gives: 'Sizes and counts.',
    answer: storageReportSchema,
  },
  clear: {
    method: 'POST',
    path: '/api/storage/clear',
    operationId: 'clearStorage',
    summary: 'Delete all summaries, all finished runs, or all diagnostic records.',
    body: clearStorageRequestSchema,
    gives: 'The number of deleted records.',
    answer: deletedSchema,
    argument: 'what',
    result: 'deleted',
  },
} as const satisfies RouteTable;
