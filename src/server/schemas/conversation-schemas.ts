import { z } from '@hono/zod-openapi';
import { historianOutputSchema } from '#schema/conversations/conversation.ts';
import {
  conversationHeadSchema,
  conversationPageSchema,
  conversationViewSchema,
  keptTurnSchema,
  turnPageSchema,
  turnRequestSchema,
  turnResultSchema,
} from '#schema/conversations/conversations-wire.ts';
import { apiSchemas } from './api-schemas.ts';
import { named } from './named-schema.ts';

const state = named('HistorianOutput', historianOutputSchema);
const head = named('ConversationHead', conversationHeadSchema);
const turn = named('KeptTurn', keptTurnSchema);
const turnPage = named('TurnPage', turnPageSchema.extend({ items: z.array(turn) }));

/** The wire shapes of conversations under the names they have in the OpenAPI document. */
export const conversationSchemas = {
  conversationPage: named('ConversationPage', conversationPageSchema.extend({ items: z.array(head) })),
  conversationView: named(
    'ConversationView',
    conversationViewSchema.extend({ state, turnPage, activeRuns: z.array(apiSchemas.run) }),
  ),
  turnPage,
  turnRequest: named('TurnRequest', turnRequestSchema),
  turnResult: named('TurnResult', turnResultSchema.extend({ state })),
};
