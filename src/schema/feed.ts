import { z } from 'zod';
import { autoTagRuleSchema, feedAutoTagRuleSchema } from '#schema/tags/tag.ts';
import { errorCodes } from './error-codes.ts';
import { timestampSchema } from './ids.ts';

export const feedIdSchema = z.int().positive().brand<'FeedId'>();
export type FeedId = z.infer<typeof feedIdSchema>;

export const folderIdSchema = z.int().positive().brand<'FolderId'>();
export type FolderId = z.infer<typeof folderIdSchema>;

/** Whether entries are summarized when opened, while auto-summary is on. `inherit`: the folder's rule, then the switch. */
export const autoSummaryRules = ['inherit', 'always', 'never'] as const;
export const autoSummaryRuleSchema = z.enum(autoSummaryRules);
export type AutoSummaryRule = z.infer<typeof autoSummaryRuleSchema>;

export const folderSchema = z.object({
  id: folderIdSchema,
  name: z.string().trim().min(1).max(120),
  autoSummary: autoSummaryRuleSchema,
  /** For new entries of its feeds that have no rule of their own. */
  autoTag: autoTagRuleSchema,
});
export type Folder = z.infer<typeof folderSchema>;

export const feedSchema = z.object({
  id: feedIdSchema,
  /** Where it is fetched; follows permanent redirects. `precis:` addresses ship with the program. */
  url: z.string(),
  siteUrl: z.string().nullable(),
  /** As the feed names itself, or as the reader renamed it. */
  title: z.string(),
  folderId: folderIdSchema.nullable(),
  autoSummary: autoSummaryRuleSchema,
  /** Of its new entries: nothing, suggestions that wait for a click, or tags. */
  autoTag: feedAutoTagRuleSchema,
  /** Fetch the whole article for each new entry, for feeds that carry excerpts only. */
  fetchFullText: z.boolean(),
  unread: z.int().nonnegative(),
  /** Of the last fetch; null if it succeeded. */
  errorCode: z.enum(errorCodes).nullable(),
  errorMessage: z.string().nullable(),
  fetchedAt: timestampSchema.nullable(),
  /** The site asked not to be fetched until then. */
  restsUntil: timestampSchema.nullable(),
  /** The entries of a fetch that is in progress: stored so far, and to be stored. */
  loading: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }).nullable(),
  /** It was fetched and had no entries. */
  isEmpty: z.boolean(),
  createdAt: timestampSchema,
});
export type Feed = z.infer<typeof feedSchema>;
