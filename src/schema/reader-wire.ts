import { z } from 'zod';
import { runSchema } from '#schema/runs/run.ts';
import { slotSchema, summarizedTexts, summarySchema } from '#schema/runs/summary.ts';
import { autoTagRuleSchema, feedAutoTagRuleSchema, tagIdSchema } from '#schema/tags/tag.ts';
import { entryHeadSchema, entryIdSchema, entryViewSchema } from './entry.ts';
import { autoSummaryRuleSchema, feedIdSchema, feedSchema, folderIdSchema, folderSchema } from './feed.ts';
import { modelProfileIdSchema } from './ids.ts';
import { detailLevelSchema, targetLanguageSchema } from './language.ts';
import { usedTemplateSchema } from './template.ts';
import { visibleText } from './text/entered-text.ts';

const folderName = visibleText(folderSchema.shape.name);
const address = z.string().trim().min(1).max(4096);

export const subscriptionsSchema = z.object({
  folders: z.array(folderSchema),
  feeds: z.array(feedSchema),
  unread: z.int().nonnegative(),
  starred: z.int().nonnegative(),
  saved: z.int().nonnegative(),
});
export type Subscriptions = z.infer<typeof subscriptionsSchema>;

/** The address is that of a feed, or of a site that names its feeds. */
export const subscribeRequestSchema = z.object({
  url: address,
  folderId: folderIdSchema.nullable().optional(),
});
export type SubscribeRequest = z.infer<typeof subscribeRequestSchema>;

/** One of the feeds that a site names. With several, `POST /api/feeds` returns `feed_choice` and lists them. */
export const feedChoiceSchema = z.object({
  url: z.string(),
  title: z.string().nullable(),
  /** The format as the site states it. Null means that the site does not state it. */
  format: z.enum(['rss', 'atom', 'json']).nullable(),
});
export type FeedChoice = z.infer<typeof feedChoiceSchema>;

export const feedPatchSchema = z.object({
  title: visibleText(z.string().trim().min(1).max(300)).optional(),
  folderId: folderIdSchema.nullable().optional(),
  autoSummary: autoSummaryRuleSchema.optional(),
  autoTag: feedAutoTagRuleSchema.optional(),
  fetchFullText: z.boolean().optional(),
});
export type FeedPatch = z.infer<typeof feedPatchSchema>;

export const folderInputSchema = z.object({
  name: folderName,
  autoSummary: autoSummaryRuleSchema.default('inherit'),
  autoTag: autoTagRuleSchema.default('off'),
});
export type FolderInput = z.infer<typeof folderInputSchema>;

/** Omitted fields are unchanged. */
export const folderPatchSchema = z.object({
  name: folderName.optional(),
  autoSummary: autoSummaryRuleSchema.optional(),
  autoTag: autoTagRuleSchema.optional(),
});
export type FolderPatch = z.infer<typeof folderPatchSchema>;

export const opmlImportSchema = z.object({ opml: z.string().min(1).max(8_388_608) });
export const opmlReportSchema = z.object({
  added: z.int().nonnegative(),
  known: z.int().nonnegative(),
  /** The messages about outlines without a feed URL. */
  refused: z.array(z.string()),
});
export type OpmlReport = z.infer<typeof opmlReportSchema>;

export const refreshProgressSchema = z.object({
  running: z.boolean(),
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  newEntries: z.int().nonnegative(),
});
export type RefreshProgress = z.infer<typeof refreshProgressSchema>;

export const listEntriesQuerySchema = z.object({
  view: entryViewSchema.default('unread'),
  feedId: z.coerce.number().pipe(feedIdSchema).optional(),
  folderId: z.coerce.number().pipe(folderIdSchema).optional(),
  tagId: z.coerce.number().pipe(tagIdSchema).optional(),
  /**
   * A full-text search. Prefixes match, and so do Chinese, Japanese and Korean. `tag:name` and `tag:"two words"`
   * select by tag.
   */
  query: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
});
export type ListEntriesQuery = z.infer<typeof listEntriesQuerySchema>;

export const entryPageSchema = z.object({
  items: z.array(entryHeadSchema),
  nextCursor: z.string().nullable(),
  /** The results of a search whose words are in a summary but not in the article, with the passage. */
  inSummary: z.array(z.object({ id: entryIdSchema, excerpt: z.string() })),
  /** The results whose words are only in a translation, with the passage. */
  inTranslation: z.array(z.object({ id: entryIdSchema, excerpt: z.string() })),
});
export type EntryPage = z.infer<typeof entryPageSchema>;

export const entryPatchSchema = z.object({ read: z.boolean().optional(), starred: z.boolean().optional() });
export type EntryPatch = z.infer<typeof entryPatchSchema>;

/** The most entries that a list can mark at once. */
const maxPatchedEntries = 1000;

export const patchEntriesRequestSchema = entryPatchSchema.extend({
  ids: z.array(entryIdSchema).min(1).max(maxPatchedEntries),
});
export type PatchEntriesRequest = z.infer<typeof patchEntriesRequestSchema>;

/** The entries that the request really changed. Undoing the change concerns no others. */
export const patchedEntriesSchema = z.object({ changed: z.array(entryIdSchema) });

export const markReadRequestSchema = z.object({
  feedId: feedIdSchema.optional(),
  folderId: folderIdSchema.optional(),
  /** Only entries that have all of these tags. */
  tagIds: z.array(tagIdSchema).max(10).optional(),
  /** Marks only entries published up to this time, which the reader could have seen. */
  before: z.int().nonnegative(),
});
export type MarkReadRequest = z.infer<typeof markReadRequestSchema>;

/** The number of entries that were unread until now. */
export const markedReadSchema = z.object({ marked: z.int().nonnegative() });

/** An entry to add: a page by address, a pasted text, or a file. */
export const addEntryRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), url: address }),
  z.object({
    kind: z.literal('text'),
    title: z.string().trim().max(1000).optional(),
    text: z.string().min(1).max(4_194_304),
  }),
  z.object({
    kind: z.literal('file'),
    name: z.string().trim().min(1).max(300),
    /** The file in Base64, at most 12 MB before encoding. HTML, Markdown, text and PDF are accepted. */
    content: z.string().min(1).max(16_777_216),
  }),
]);
export type AddEntryRequest = z.infer<typeof addEntryRequestSchema>;

export const summarizeEntryRequestSchema = z.strictObject({
  targetLanguage: targetLanguageSchema.optional(),
  detailLevel: detailLevelSchema.optional(),
  /** A profile for this run only. It replaces the route of the settings, including the fallback. */
  modelProfileId: modelProfileIdSchema.optional(),
  systemPromptOverride: z.string().max(20_000).optional(),
  /** The text to summarize: the article, or its stored translation into the target language. */
  of: z.enum(summarizedTexts).optional(),
  trigger: z.enum(['manual', 'auto']).default('manual'),
  anyway: z.boolean().optional(),
});
export type SummarizeEntryRequest = z.infer<typeof summarizeEntryRequestSchema>;

/** Identifies one of an entry's summaries. */
export const summarySlotSchema = slotSchema.omit({ source: true });
export type SummarySlot = z.infer<typeof summarySlotSchema>;

export const clearedSummariesSchema = z.object({
  deleted: z.int().nonnegative(),
  /** The id that undoes the clearing for some minutes, or null if there was nothing to clear. */
  undoId: z.string().nullable(),
});
export type ClearedSummaries = z.infer<typeof clearedSummariesSchema>;

export const restoreSummariesRequestSchema = z.object({ undoId: z.string().min(1).max(100) });
export const restoredSummariesSchema = z.object({ restored: z.int().nonnegative() });

/** Why a stored summary may differ from a summary made now. */
export const staleReasons = ['article', 'template', 'model'] as const;
export const entrySummarySchema = z.object({
  summary: summarySchema,
  run: runSchema,
  stale: z.array(z.enum(staleReasons)),
});
export type EntrySummary = z.infer<typeof entrySummarySchema>;

export const entrySummariesSchema = z.object({
  /** The summaries are sorted newest first. */
  items: z.array(entrySummarySchema),
  /** A run of this entry that is queued or running, so that a reload finds it again. */
  active: runSchema.nullable(),
});
export type EntrySummaries = z.infer<typeof entrySummariesSchema>;

export const promptPreviewSchema = z.object({
  template: usedTemplateSchema,
  system: z.string(),
  prompt: z.string(),
});
export type PromptPreview = z.infer<typeof promptPreviewSchema>;
