import { z } from 'zod';
import { autoTagRuleSchema, feedAutoTagRuleSchema } from '#schema/tags/tag.ts';
import { errorCodes } from './error-codes.ts';
import { timestampSchema } from './ids.ts';

export const feedIdSchema = z.int().positive().brand<'FeedId'>();
export type FeedId = z.infer<typeof feedIdSchema>;

export const folderIdSchema = z.int().positive().brand<'FolderId'>();
export type FolderId = z.infer<typeof folderIdSchema>;

/**
 * Whether entries are summarized when opened, while auto-summary is on. `inherit` means the folder's rule, or else
 * the switch.
 */
export const autoSummaryRules = ['inherit', 'always', 'never'] as const;
export const autoSummaryRuleSchema = z.enum(autoSummaryRules);
export type AutoSummaryRule = z.infer<typeof autoSummaryRuleSchema>;

export const folderSchema = z.object({
  id: folderIdSchema,
  name: z.string().trim().min(1).max(120),
  autoSummary: autoSummaryRuleSchema,
  /** The rule for new entries of feeds in this folder that have no rule of their own. */
  autoTag: autoTagRuleSchema,
});
export type Folder = z.infer<typeof folderSchema>;

export const feedSchema = z.object({
  id: feedIdSchema,
  /** The address that is fetched; it follows permanent redirects. `precis:` addresses ship with the program. */
  url: z.string(),
  siteUrl: z.string().nullable(),
  /** The name that the feed gives itself, or that the reader gave it. */
  title: z.string(),
  folderId: folderIdSchema.nullable(),
  autoSummary: autoSummaryRuleSchema,
  /** What new entries get: nothing, suggestions that wait for a click, or tags. */
  autoTag: feedAutoTagRuleSchema,
  /** Whether the whole article of each new entry is fetched, for feeds that contain only excerpts. */
  fetchFullText: z.boolean(),
  unread: z.int().nonnegative(),
  /** The error of the last fetch, or null if it succeeded. */
  errorCode: z.enum(errorCodes).nullable(),
  errorMessage: z.string().nullable(),
  fetchedAt: timestampSchema.nullable(),
  /** The site asked not to be fetched before this time. */
  restsUntil: timestampSchema.nullable(),
  /** The entries of a fetch in progress: how many are stored, and how many there are. */
  loading: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }).nullable(),
  /** Says that the feed was fetched and had no entries. */
  isEmpty: z.boolean(),
  createdAt: timestampSchema,
});
export type Feed = z.infer<typeof feedSchema>;
