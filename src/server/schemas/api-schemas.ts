import { z } from '@hono/zod-openapi';
import { entryHeadSchema, entrySchema } from '#schema/entry.ts';
import { feedSchema, folderSchema } from '#schema/feed.ts';
import {
  agentConfigSchema,
  agentInputSchema,
  agentListSchema,
  agentSchema,
  agentTestRequestSchema,
} from '#schema/models/agent.ts';
import {
  connectionTestSchema,
  modelProfileInputSchema,
  modelProfileSchema,
} from '#schema/models/model-profile.ts';
import { problemSchema } from '#schema/problem.ts';
import {
  addEntryRequestSchema,
  clearedSummariesSchema,
  entryPageSchema,
  entryPatchSchema,
  entrySummariesSchema,
  entrySummarySchema,
  feedPatchSchema,
  folderInputSchema,
  folderPatchSchema,
  markedReadSchema,
  markReadRequestSchema,
  opmlImportSchema,
  opmlReportSchema,
  promptPreviewSchema,
  refreshProgressSchema,
  restoredSummariesSchema,
  restoreSummariesRequestSchema,
  subscribeRequestSchema,
  subscriptionsSchema,
  summarizeEntryRequestSchema,
} from '#schema/reader-wire.ts';
import { shownIssueSchema } from '#schema/runs/issue.ts';
import { runSchema } from '#schema/runs/run.ts';
import { runEventSchema } from '#schema/runs/run-event.ts';
import { runWithSummarySchema, summarySchema } from '#schema/runs/summary.ts';
import { settingsPatchSchema, settingsSchema } from '#schema/settings.ts';
import {
  templateDetailSchema,
  templatePreviewRequestSchema,
  templatePreviewSchema,
} from '#schema/template.ts';
import {
  changeSchema,
  clearStorageRequestSchema,
  deletedSchema,
  diagnosisSchema,
  fetchPageRequestSchema,
  healthSchema,
  issuePageSchema,
  loginSchema,
  modelListSchema,
  pageSchema,
  runPageSchema,
  spendingSchema,
  storageReportSchema,
  summarizeTextRequestSchema,
  templateListSchema,
  versionSchema,
} from '#schema/wire.ts';
import { named } from './named-schema.ts';

const run = named('Run', runSchema);
const runEvent = named('RunEvent', runEventSchema);
const issue = named('Issue', shownIssueSchema.extend({ lastEvents: z.array(runEvent) }));
const modelProfile = named('ModelProfile', modelProfileSchema);
const summary = named('Summary', summarySchema);
const folder = named('Folder', folderSchema);
const feed = named('Feed', feedSchema);
const entryHead = named('EntryHead', entryHeadSchema);
const agent = named('Agent', agentSchema);
const entrySummary = named('EntrySummary', entrySummarySchema.extend({ run, summary }));

/** The wire shapes under the names they have in the OpenAPI document. */
export const apiSchemas = {
  addEntryRequest: named('AddEntryRequest', addEntryRequestSchema),
  agent,
  agentConfig: named('AgentConfig', agentConfigSchema),
  agentInput: named('AgentInput', agentInputSchema),
  agentList: named('AgentList', agentListSchema.extend({ items: z.array(agent) })),
  agentTestRequest: named('AgentTestRequest', agentTestRequestSchema),
  change: named('Change', changeSchema),
  clearedSummaries: named('ClearedSummaries', clearedSummariesSchema),
  clearStorageRequest: named('ClearStorageRequest', clearStorageRequestSchema),
  connectionTest: named('ConnectionTest', connectionTestSchema),
  deleted: named('Deleted', deletedSchema),
  diagnosis: named('Diagnosis', diagnosisSchema),
  entry: named('Entry', entrySchema),
  restoredSummaries: named('RestoredSummaries', restoredSummariesSchema),
  restoreSummariesRequest: named('RestoreSummariesRequest', restoreSummariesRequestSchema),
  entryHead,
  entryPage: named('EntryPage', entryPageSchema.extend({ items: z.array(entryHead) })),
  entryPatch: named('EntryPatch', entryPatchSchema),
  entrySummaries: named(
    'EntrySummaries',
    entrySummariesSchema.extend({ items: z.array(entrySummary), active: run.nullable() }),
  ),
  feed,
  feedPatch: named('FeedPatch', feedPatchSchema),
  fetchPageRequest: named('FetchPageRequest', fetchPageRequestSchema),
  folder,
  folderInput: named('FolderInput', folderInputSchema),
  folderPatch: named('FolderPatch', folderPatchSchema),
  health: named('Health', healthSchema),
  issue,
  issuePage: named('IssuePage', issuePageSchema.extend({ items: z.array(issue) })),
  login: named('Login', loginSchema),
  markedRead: named('MarkedRead', markedReadSchema),
  markReadRequest: named('MarkReadRequest', markReadRequestSchema),
  modelList: named('ModelList', modelListSchema.extend({ items: z.array(modelProfile) })),
  modelProfile,
  modelProfileInput: named('ModelProfileInput', modelProfileInputSchema),
  opmlImport: named('OpmlImport', opmlImportSchema),
  opmlReport: named('OpmlReport', opmlReportSchema),
  page: named('Page', pageSchema),
  problem: named('Problem', problemSchema),
  promptPreview: named('PromptPreview', promptPreviewSchema),
  refreshProgress: named('RefreshProgress', refreshProgressSchema),
  run,
  runEvent,
  runPage: named('RunPage', runPageSchema.extend({ items: z.array(run) })),
  runWithSummary: named('RunWithSummary', runWithSummarySchema.extend({ run, summary: summary.nullable() })),
  settings: named('Settings', settingsSchema),
  settingsPatch: named('SettingsPatch', settingsPatchSchema),
  spending: named('Spending', spendingSchema),
  storageReport: named('StorageReport', storageReportSchema),
  subscribeRequest: named('SubscribeRequest', subscribeRequestSchema),
  subscriptions: named(
    'Subscriptions',
    subscriptionsSchema.extend({ folders: z.array(folder), feeds: z.array(feed) }),
  ),
  summarizeEntryRequest: named('SummarizeEntryRequest', summarizeEntryRequestSchema),
  summarizeTextRequest: named('SummarizeTextRequest', summarizeTextRequestSchema),
  templateDetail: named('TemplateDetail', templateDetailSchema),
  templateList: named('TemplateList', templateListSchema),
  templatePreview: named('TemplatePreview', templatePreviewSchema),
  templatePreviewRequest: named('TemplatePreviewRequest', templatePreviewRequestSchema),
  version: named('Version', versionSchema),
};
