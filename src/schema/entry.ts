import { z } from 'zod';
import { tagRefSchema } from '#schema/tags/tag.ts';
import { feedIdSchema } from './feed.ts';
import { timestampSchema } from './ids.ts';

export const entryIdSchema = z.int().positive().brand<'EntryId'>();
export type EntryId = z.infer<typeof entryIdSchema>;

/** Where the text of an entry came from; `excerpt` is all a feed gave, the page may hold more. */
export const textOrigins = ['feed', 'excerpt', 'page', 'paste', 'file'] as const;

/** An entry as lists show it. */
export const entryHeadSchema = z.object({
  id: entryIdSchema,
  /** Null for pages, pasted texts and files. */
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
  /** The first 400 characters of its newest summary; null without one. */
  summaryStart: z.string().nullable(),
  /** Of its first image, at /api/entries/{id}/images/{key}; null without one. */
  imageKey: z.string().nullable(),
  /** By name. */
  tags: z.array(tagRefSchema),
});
export type EntryHead = z.infer<typeof entryHeadSchema>;

/** Raise it with every change of what is left out of articles: markup of an older sanitizer is made again before it is shown. */
export const sanitizerVersion = 2;

export const entrySchema = entryHeadSchema.extend({
  /** Sanitised: safe to insert into a page. */
  html: z.string(),
  /** The version of the sanitizer that wrote the markup. */
  sanitizer: z.int().positive(),
  /** What a model reads. */
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
