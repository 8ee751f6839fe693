import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { memoryLineSchema } from './memory.ts';
import { observationSchema, promptSchema, sessionSchema, sessionSummarySchema } from './session.ts';
import { contentSessionId, ingestSummaryRequestSchema, project } from './sessions-wire.ts';

/** Lines of JSON, one record each, as the export writes them. */
export const sessionImportRequestSchema = z.object({ jsonl: z.string() });
export const sessionImportReportSchema = z.object({
  added: z.int().nonnegative(),
  /** Records that already existed. */
  known: z.int().nonnegative(),
  refused: z.array(z.object({ line: z.int().positive(), reason: z.string() })),
});
export type ImportReport = z.infer<typeof sessionImportReportSchema>;

const exported = z.object({ contentSessionId, project: project.default('') });
/** The prompts that follow it get the next numbers, which must be exact too. */
const exportedNumber = z.int().nonnegative().max(1_000_000_000);
/** A session or a record of one, in an export. */
export const exportLineSchema = z.discriminatedUnion('type', [
  exported.extend({
    type: z.literal('session'),
    status: sessionSchema.shape.status,
    startedAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
  }),
  exported.extend({
    type: z.literal('prompt'),
    ...promptSchema.pick({ text: true, createdAt: true }).shape,
    promptNumber: exportedNumber.positive(),
    eventKey: z.string().max(200),
    /** Its memories have lines of their own. */
    isRecognized: z.boolean().optional(),
  }),
  exported.extend({
    type: z.literal('observation'),
    ...observationSchema.omit({
      id: true,
      sessionId: true,
      contentSessionId: true,
      project: true,
    }).shape,
    promptNumber: exportedNumber,
    eventKey: z.string().max(200),
  }),
  exported.extend({
    type: z.literal('summary'),
    ...ingestSummaryRequestSchema.shape.summary.shape,
    ...sessionSummarySchema.pick({ createdAt: true }).shape,
    promptNumber: exportedNumber,
  }),
]);
export type ExportLine = z.infer<typeof exportLineSchema>;

/** Any line of an export. */
export const importLineSchema = z.discriminatedUnion('type', [memoryLineSchema, ...exportLineSchema.options]);
