import { z } from '@hono/zod-openapi';
import { messageSchema, spaceSchema, summaryVersionSchema, threadSchema } from '#schema/spaces/space.ts';
import {
  editMessageRequestSchema,
  explanationSchema,
  messagePageSchema,
  newThreadSchema,
  restoreSummarySchema,
  sendMessageRequestSchema,
  spaceInputSchema,
  spaceListSchema,
  spacePatchSchema,
  summaryEditSchema,
  summaryRestoredSchema,
  summaryVersionListSchema,
  threadExportSchema,
  threadGroundingSchema,
  threadHitPageSchema,
  threadHitSchema,
  threadPageSchema,
  threadPatchSchema,
  threadViewSchema,
  turnStartedSchema,
} from '#schema/spaces/spaces-wire.ts';
import { apiSchemas } from './api-schemas.ts';
import { named } from './named-schema.ts';

const { run } = apiSchemas;
const space = named('Space', spaceSchema);
const thread = named('Thread', threadSchema);
const message = named('Message', messageSchema);
const version = named('SummaryVersion', summaryVersionSchema);
const hit = named('ThreadHit', threadHitSchema.extend({ thread, message }));

/** The wire shapes of Spaces under the names they have in the OpenAPI document. */
export const spaceSchemas = {
  explanation: named('Explanation', explanationSchema),
  messagePage: named('MessagePage', messagePageSchema.extend({ items: z.array(message) })),
  newThread: named('NewThread', newThreadSchema),
  sendMessageRequest: named('SendMessageRequest', sendMessageRequestSchema),
  editMessageRequest: named('EditMessageRequest', editMessageRequestSchema),
  space,
  spaceInput: named('SpaceInput', spaceInputSchema),
  spaceList: named('SpaceList', spaceListSchema.extend({ items: z.array(space) })),
  spacePatch: named('SpacePatch', spacePatchSchema),
  summaryEdit: named('SummaryEdit', summaryEditSchema),
  summaryVersionList: named(
    'SummaryVersionList',
    summaryVersionListSchema.extend({ items: z.array(version) }),
  ),
  restoreSummary: named('RestoreSummary', restoreSummarySchema),
  summaryRestored: named('SummaryRestored', summaryRestoredSchema.extend({ thread, run: run.nullable() })),
  thread,
  threadExport: named('ThreadExport', threadExportSchema.extend({ thread, messages: z.array(message) })),
  threadGrounding: named('ThreadGrounding', threadGroundingSchema),
  threadHitPage: named('ThreadHitPage', threadHitPageSchema.extend({ items: z.array(hit) })),
  threadPage: named('ThreadPage', threadPageSchema.extend({ items: z.array(thread) })),
  threadPatch: named('ThreadPatch', threadPatchSchema),
  threadView: named(
    'ThreadView',
    threadViewSchema.extend({ thread, space, activeRuns: z.array(run), failedRuns: z.array(run) }),
  ),
  turnStarted: named(
    'TurnStarted',
    turnStartedSchema.extend({ message, replyRun: run, foldRun: run.nullable() }),
  ),
};
