import { z } from 'zod';

export const tagIdSchema = z.int().positive().brand<'TagId'>();
export type TagId = z.infer<typeof tagIdSchema>;

/** A tag as entries show it. */
export const tagRefSchema = z.object({ id: tagIdSchema, name: z.string() });
export type TagRef = z.infer<typeof tagRefSchema>;

/** What happens to the suggestions for new entries of the feeds in a folder. */
export const autoTagRules = ['off', 'suggest', 'accept'] as const;
export const autoTagRuleSchema = z.enum(autoTagRules);
export type AutoTagRule = z.infer<typeof autoTagRuleSchema>;

/** The rules of a feed. `inherit` means the folder's rule, or `off` without a folder. */
export const feedAutoTagRules = ['inherit', ...autoTagRules] as const;
export const feedAutoTagRuleSchema = z.enum(feedAutoTagRules);
export type FeedAutoTagRule = z.infer<typeof feedAutoTagRuleSchema>;
