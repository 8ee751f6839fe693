import { z } from '@hono/zod-openapi';
import { issueSchema } from '#schema/issue.ts';
import { connectionTestSchema, modelProfileInputSchema, modelProfileSchema } from '#schema/model-profile.ts';
import { problemSchema } from '#schema/problem.ts';
import { runSchema } from '#schema/run.ts';
import { runEventSchema } from '#schema/run-event.ts';
import { settingsPatchSchema, settingsSchema } from '#schema/settings.ts';
import { runWithSummarySchema, summarySchema } from '#schema/summary.ts';
import {
  changeSchema,
  deletedSchema,
  diagnosisSchema,
  fetchPageRequestSchema,
  healthSchema,
  issuePageSchema,
  modelListSchema,
  pageSchema,
  runPageSchema,
  summarizeTextRequestSchema,
  templateListSchema,
} from '#schema/wire.ts';

const run = named('Run', runSchema);
const runEvent = named('RunEvent', runEventSchema);
const issue = named('Issue', issueSchema.extend({ lastEvents: z.array(runEvent) }));
const modelProfile = named('ModelProfile', modelProfileSchema);
const summary = named('Summary', summarySchema);

/** The wire shapes under the names they have in the OpenAPI document. */
export const apiSchemas = {
  change: named('Change', changeSchema),
  connectionTest: named('ConnectionTest', connectionTestSchema),
  deleted: named('Deleted', deletedSchema),
  diagnosis: named('Diagnosis', diagnosisSchema),
  fetchPageRequest: named('FetchPageRequest', fetchPageRequestSchema),
  health: named('Health', healthSchema),
  issue,
  issuePage: named('IssuePage', issuePageSchema.extend({ items: z.array(issue) })),
  modelList: named('ModelList', modelListSchema.extend({ items: z.array(modelProfile) })),
  modelProfile,
  modelProfileInput: named('ModelProfileInput', modelProfileInputSchema),
  page: named('Page', pageSchema),
  problem: named('Problem', problemSchema),
  run,
  runEvent,
  runPage: named('RunPage', runPageSchema.extend({ items: z.array(run) })),
  runWithSummary: named('RunWithSummary', runWithSummarySchema.extend({ run, summary: summary.nullable() })),
  settings: named('Settings', settingsSchema),
  settingsPatch: named('SettingsPatch', settingsPatchSchema),
  summarizeTextRequest: named('SummarizeTextRequest', summarizeTextRequestSchema),
  templateList: named('TemplateList', templateListSchema),
  version: named('Version', z.object({ version: z.string() })),
};

/** A schema made before the OpenAPI library was loaded lacks the library's method; its clone has it. */
function named<S extends z.ZodType>(name: string, schema: S): S {
  return schema.clone().openapi(name);
}
