import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { memoryLineSchema } from './memory.ts';
import { observationSchema, promptSchema, sessionSchema, sessionSummarySchema } from './session.ts';
import { contentSessionId, ingestSummaryRequestSchema, project } from './sessions-wire.ts';

/** The lines of JSON that an export writes, one record each. */
export const sessionImportRequestSchema = z.object({ jsonl: z.string() });
export const sessionImportReportSchema = z.object({
  added: z.int().nonnegative(),
  /** Records that already existed. */
  known: z.int().nonnegative(),
  refused: z.array(z.object({ line: z.int().positive(), reason: z.string() })),
});
export type ImportReport = z.infer<typeof sessionImportReportSchema>;

const exported = z.object({ contentSessionId, project: project.default('') });
/** The following prompts get the next numbers, which must be exact too, so the number is limited. */
const exportedNumber = z.int().nonnegative().max(1_000_000_000);
/** One line of an export: a session or one of its records. */
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
    /** Says that the memories of this prompt have lines of their own. */
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

/** Any line that an export may have. */
export const importLineSchema = z.discriminatedUnion('type', [memoryLineSchema, ...exportLineSchema.options]);
