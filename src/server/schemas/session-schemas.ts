import { z } from '@hono/zod-openapi';
import {
  observationSchema,
  promptSchema,
  sessionSchema,
  sessionSummarySchema,
} from '#schema/sessions/session.ts';
import {
  completeAnswerSchema,
  completeRequestSchema,
  contentAnswerSchema,
  importReportSchema,
  importSessionsRequestSchema,
  ingestAnswerSchema,
  ingestRequestSchema,
  initAnswerSchema,
  initRequestSchema,
  observationPageSchema,
  observationRequestSchema,
  projectListSchema,
  promptPageSchema,
  queuedAnswerSchema,
  recordListSchema,
  sessionContextSchema,
  sessionHitPageSchema,
  sessionHitSchema,
  sessionNewsSchema,
  sessionPageSchema,
  sessionSummaryPageSchema,
  statsSchema,
  summarizeRequestSchema,
  timelineSchema,
} from '#schema/sessions/sessions-wire.ts';
import { named } from './named-schema.ts';

const session = named('Session', sessionSchema);
const prompt = named('Prompt', promptSchema);
const observation = named('Observation', observationSchema);
const sessionSummary = named('SessionSummary', sessionSummarySchema);
const hit = named('SessionHit', sessionHitSchema);
const hits = z.array(hit);

/** The wire shapes of coding sessions under the names they have in the OpenAPI document. */
export const sessionSchemas = {
  completeAnswer: named('CompleteSessionAnswer', completeAnswerSchema),
  completeRequest: named('CompleteSessionRequest', completeRequestSchema),
  content: named('TextContent', contentAnswerSchema),
  context: named('SessionContext', sessionContextSchema),
  hitPage: named(
    'SessionHitPage',
    sessionHitPageSchema.extend({ items: hits, observations: hits, sessions: hits, prompts: hits }),
  ),
  importReport: named('SessionImportReport', importReportSchema),
  importRequest: named('SessionImportRequest', importSessionsRequestSchema),
  ingestAnswer: named('IngestSummaryAnswer', ingestAnswerSchema),
  ingestRequest: named('IngestSummaryRequest', ingestRequestSchema),
  initAnswer: named('InitSessionAnswer', initAnswerSchema),
  initRequest: named('InitSessionRequest', initRequestSchema),
  news: named('SessionNews', sessionNewsSchema),
  observationPage: named('ObservationPage', observationPageSchema.extend({ items: z.array(observation) })),
  observationRequest: named('ObservationRequest', observationRequestSchema),
  projectList: named('ProjectList', projectListSchema),
  promptPage: named('PromptPage', promptPageSchema.extend({ items: z.array(prompt) })),
  queuedAnswer: named('QueuedAnswer', queuedAnswerSchema),
  recordList: named('SessionRecordList', recordListSchema),
  session,
  sessionPage: named('SessionPage', sessionPageSchema.extend({ items: z.array(session) })),
  stats: named('SessionStats', statsSchema),
  summarizeRequest: named('SummarizeSessionRequest', summarizeRequestSchema),
  summaryPage: named(
    'SessionSummaryPage',
    sessionSummaryPageSchema.extend({ items: z.array(sessionSummary) }),
  ),
  timeline: named('SessionTimeline', timelineSchema),
};
