import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { agentConfigSchema, agentIdSchema } from './agent.ts';
import { storedKeySchema } from './stored-profile.ts';

const { llm, summarizer } = agentConfigSchema.shape;

/** An agent as the store keeps it: one document. It never leaves the server. */
export const storedAgentSchema = agentConfigSchema
  .extend({
    id: agentIdSchema,
    llm: llm.extend({ apiKey: storedKeySchema }),
    summarizer: summarizer.unwrap().extend({ apiKey: storedKeySchema }).nullable(),
    /** The key with this mark, given for the first origin, may be sent to the second: a person confirmed it. */
    confirmed: z.array(z.object({ givenFor: z.string(), wouldGoTo: z.string(), keyMark: z.string() })),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .strip();
export type StoredAgent = z.infer<typeof storedAgentSchema>;
