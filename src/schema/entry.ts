import { z } from 'zod';
import { tagRefSchema } from '#schema/tags/tag.ts';
import { feedIdSchema } from './feed.ts';
import { timestampSchema } from './ids.ts';

export const entryIdSchema = z.int().positive().brand<'EntryId'>();
export type EntryId = z.infer<typeof entryIdSchema>;

/** Where the text of an entry came from. `excerpt` is all that a feed gave, and the page may have more. */
export const textOrigins = ['feed', 'excerpt', 'page', 'paste', 'file'] as const;

/** An entry as lists show it. */
export const entryHeadSchema = z.object({
  id: entryIdSchema,
  /** The value is null for pages, pasted texts and files. */
  feedId: feedIdSchema.nullable(),
  feedTitle: z.string().nullable(),
  url: z.string().nullable(),
  title: z.string(),
  author: z.string().nullable(),
  excerpt: z.string(),
  publishedAt: timestampSchema,
  read: z.boolean(),
  starred: z.boolean(),
  hasSummary: z.boolean(),
  /** The first 400 characters of the newest summary, or null without one. */
  summaryStart: z.string().nullable(),
  /** The key of the first image, at /api/entries/{id}/images/{key}, or null without one. */
  imageKey: z.string().nullable(),
  /** The tags are sorted by name. */
  tags: z.array(tagRefSchema),
});
export type EntryHead = z.infer<typeof entryHeadSchema>;

/**
 * Increase this version with every change of what is removed from articles. Markup of an older version is sanitized
 * again before it is shown.
 */
export const sanitizerVersion = 2;

export const entrySchema = entryHeadSchema.extend({
  /** The markup is sanitized, so it is safe to insert into a page. */
  html: z.string(),
  /** The version of the sanitizer that wrote the markup. */
  sanitizer: z.int().positive(),
  /** The text that a model reads. */
  text: z.string(),
  textOrigin: z.enum(textOrigins),
  contentHash: z.string(),
  language: z.string().nullable(),
  readingMinutes: z.int().positive(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Entry = z.infer<typeof entrySchema>;

export const entryViews = ['unread', 'all', 'starred', 'saved'] as const;
export const entryViewSchema = z.enum(entryViews);
