import { z } from 'zod';

export const tagIdSchema = z.int().positive().brand<'TagId'>();
export type TagId = z.infer<typeof tagIdSchema>;

/** A tag as entries show it. */
export const tagRefSchema = z.object({ id: tagIdSchema, name: z.string() });
export type TagRef = z.infer<typeof tagRefSchema>;

/** What happens to the suggestions for the new entries of a feed. */
export const autoTagRules = ['off', 'suggest', 'accept'] as const;
export const autoTagRuleSchema = z.enum(autoTagRules);
export type AutoTagRule = z.infer<typeof autoTagRuleSchema>;
