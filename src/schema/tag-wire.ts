import { z } from 'zod';
import { runSchema } from '#schema/runs/run.ts';
import { entryIdSchema, entryViewSchema } from './entry.ts';
import { errorCodes } from './error-codes.ts';
import { feedIdSchema, folderIdSchema } from './feed.ts';
import { runIdSchema, timestampSchema } from './ids.ts';
import { tagIdSchema } from './tags/tag.ts';
import { visibleText } from './text/entered-text.ts';

export const maxTagCharacters = 60;
export const maxSuggestions = 7;
/** The most entries in one batch and in one selection. */
export const maxBatchEntries = 2000;

/** A tag name as a person enters it. Blanks at both ends are removed. */
const tagName = visibleText(z.string().trim().min(1).max(maxTagCharacters));
const synonyms = z.array(tagName).max(50);

/** One tag of the library. */
export const tagSchema = z.object({
  id: tagIdSchema,
  name: z.string(),
  /** Other names that lead to this tag everywhere, in alphabetical order. */
  synonyms: z.array(z.string()),
  /** The number of entries that have the tag. */
  entries: z.int().nonnegative(),
  createdAt: timestampSchema,
});
export type Tag = z.infer<typeof tagSchema>;

/** The tags, sorted by name. */
export const tagListSchema = z.object({ items: z.array(tagSchema) });

export const tagInputSchema = z.object({ name: tagName, synonyms: synonyms.default([]) });
export type TagInput = z.infer<typeof tagInputSchema>;

/**
 * Omitted fields are unchanged. A name that another tag has is a `conflict`, whose details have `tagId` and `name`.
 */
export const tagPatchSchema = z.object({ name: tagName.optional(), synonyms: synonyms.optional() });
export type TagPatch = z.infer<typeof tagPatchSchema>;

export const mergeTagRequestSchema = z.object({ into: tagIdSchema });

/**
 * How an entry got a tag. `hand`: a person added it. `accepted`: a person accepted a suggestion. `auto`: a feed or a
 * batch accepted it.
 */
export const tagOrigins = ['hand', 'accepted', 'auto'] as const;
export const tagOriginSchema = z.enum(tagOrigins);
export type TagOrigin = z.infer<typeof tagOriginSchema>;

/** Words of the article that justify a tag. */
export const tagPassageSchema = z.object({
  /**
   * The position of the words in the entry's text. Null means that the article has changed and no longer has them.
   */
  place: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).nullable(),
  quote: z.string(),
});
export type TagPassage = z.infer<typeof tagPassageSchema>;

export const entryTagSchema = z.object({
  id: tagIdSchema,
  name: z.string(),
  origin: tagOriginSchema,
  /** The value is null for tags that a person added. */
  passage: tagPassageSchema.nullable(),
  /** The run that suggested the tag. It may have been deleted. */
  runId: runIdSchema.nullable(),
  at: timestampSchema,
});
export type EntryTag = z.infer<typeof entryTagSchema>;

export const tagSuggestionSchema = z.object({
  /** The key identifies the suggestion among those of an entry. */
  key: z.string(),
  name: z.string(),
  /** The tag of the library that the name leads to. Null means that accepting it adds a tag to the library. */
  tagId: tagIdSchema.nullable(),
  passage: tagPassageSchema,
  runId: runIdSchema.nullable(),
});
export type TagSuggestion = z.infer<typeof tagSuggestionSchema>;

export const entryTagsSchema = z.object({
  tags: z.array(entryTagSchema),
  /** The suggestions that wait for a click, best first. */
  suggestions: z.array(tagSuggestionSchema),
  /** The run in progress, or the newest run if it failed. */
  run: runSchema.nullable(),
});
export type EntryTags = z.infer<typeof entryTagsSchema>;

export const tagNamesSchema = z.object({ names: z.array(tagName).max(100) });

/** The suggestions to act on. If the keys are omitted, these are all suggestions of the entry. */
export const suggestionKeysSchema = z.object({ keys: z.array(z.string().max(200)).max(100).optional() });
export type SuggestionKeys = z.infer<typeof suggestionKeysSchema>;

/**
 * The entries of a batch: either these ids, or what the list with these filters shows. At least one field is
 * required.
 */
export const entrySelectionSchema = z
  .strictObject({
    entryIds: z.array(entryIdSchema).min(1).max(maxBatchEntries).optional(),
    feedId: feedIdSchema.optional(),
    folderId: folderIdSchema.optional(),
    tagId: tagIdSchema.optional(),
    view: entryViewSchema.optional(),
    query: z.string().max(500).optional(),
  })
  .refine((selection) => Object.values(selection).some((value) => value !== undefined), {
    error: 'Choose entries: set entryIds, feedId, folderId, tagId, view or query.',
  });
export type EntrySelection = z.infer<typeof entrySelectionSchema>;

export const taggingEstimateSchema = z.object({
  /** The number of entries that would be tagged. */
  entries: z.int().nonnegative(),
  /** The number of selected entries without enough text to tag. */
  skipped: z.int().nonnegative(),
  /** Whether the selection has more entries than a batch takes. The newest entries are then tagged. */
  isCut: z.boolean(),
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  /** The cost in US dollars, or null if the profile has no prices. */
  costUsd: z.number().nonnegative().nullable(),
  /** The profile that is asked first. */
  modelProfileId: z.string(),
  model: z.string(),
});
export type TaggingEstimate = z.infer<typeof taggingEstimateSchema>;

export const taggingModes = ['suggest', 'accept'] as const;
export const taggingModeSchema = z.enum(taggingModes);
export type TaggingMode = z.infer<typeof taggingModeSchema>;

export const startTaggingRequestSchema = z.strictObject({
  selection: entrySelectionSchema,
  mode: taggingModeSchema.default('suggest'),
});
export type StartTaggingRequest = z.infer<typeof startTaggingRequestSchema>;

export const batchIdSchema = z.uuid().brand<'BatchId'>();
export type BatchId = z.infer<typeof batchIdSchema>;

/**
 * `done` means that every entry is done, failed or skipped. Resuming a `done` batch tries the failed entries again.
 */
export const batchStatuses = ['running', 'done', 'aborted', 'undone'] as const;
export const batchStatusSchema = z.enum(batchStatuses);

/**
 * A `waiting` entry may have been tried before an abort. A `skipped` entry was deleted since or has too little text.
 */
export const batchEntryStatuses = ['waiting', 'running', 'done', 'failed', 'skipped'] as const;
export const batchEntryStatusSchema = z.enum(batchEntryStatuses);

const count = z.int().nonnegative();

export const taggingBatchSchema = z.object({
  id: batchIdSchema,
  mode: taggingModeSchema,
  status: batchStatusSchema,
  /** The selection as it was requested. */
  selection: entrySelectionSchema,
  total: count,
  done: count,
  failed: count,
  skipped: count,
  /** What the batch added and is still there: tags of entries, and suggestions that wait for a click. */
  tags: count,
  suggestions: count,
  /** The number of different tags among them, and the numbers of entries that have tags or suggestions. */
  differentTags: count,
  taggedEntries: count,
  suggestedEntries: count,
  /** The entries that are done but got nothing new. */
  emptyEntries: count,
  /** The cost of the runs so far, or null if a profile has no prices. */
  costUsd: z.number().nonnegative().nullable(),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
});
export type TaggingBatch = z.infer<typeof taggingBatchSchema>;

export const taggingBatchListSchema = z.object({
  /** The batches are sorted newest first. */
  items: z.array(taggingBatchSchema),
});

export const batchEntriesQuerySchema = z.object({
  status: batchEntryStatusSchema.optional(),
  /** `false` leaves out entries that are done without a new tag. */
  empty: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export type BatchEntriesQuery = z.infer<typeof batchEntriesQuerySchema>;

export const batchEntrySchema = z.object({
  entryId: entryIdSchema,
  title: z.string(),
  status: batchEntryStatusSchema,
  runId: runIdSchema.nullable(),
  errorCode: z.enum(errorCodes).nullable(),
  errorMessage: z.string().nullable(),
  /** What the batch added to the entry and is still there. */
  tags: z.array(entryTagSchema.pick({ id: true, name: true, origin: true })),
  suggestions: z.array(tagSuggestionSchema.pick({ key: true, name: true, tagId: true })),
});
export type BatchEntry = z.infer<typeof batchEntrySchema>;

export const batchEntryPageSchema = z.object({
  /** The entries are in the order of the selection. */
  items: z.array(batchEntrySchema),
  nextCursor: z.string().nullable(),
});
export type BatchEntryPage = z.infer<typeof batchEntryPageSchema>;

/** What an undo removed. */
export const undoneBatchSchema = z.object({
  /** The tags that were removed from entries. */
  tags: count,
  suggestions: count,
  /** The tags that were removed from the library. The batch created them, and nothing else uses them. */
  libraryTags: count,
});
export type UndoneBatch = z.infer<typeof undoneBatchSchema>;

/** An entry that another installation finds again by its feed and guid, or else by its URL. */
const exportedEntrySchema = z.object({
  feedUrl: z.string().max(4096).nullable(),
  guid: z.string().max(4096).nullable(),
  url: z.string().max(4096).nullable(),
  title: z.string().max(4096),
  tags: z.array(tagName).max(200),
});
export type ExportedEntry = z.infer<typeof exportedEntrySchema>;

export const tagExportSchema = z.object({
  format: z.literal('precis-tags'),
  version: z.literal(1),
  tags: z.array(tagInputSchema).max(100_000),
  entries: z.array(exportedEntrySchema).max(1_000_000),
});
export type TagExport = z.infer<typeof tagExportSchema>;

export const tagImportReportSchema = z.object({
  /** The tags that the library did not have. */
  tags: count,
  synonyms: count,
  /** The tags that were added to existing entries. */
  entryTags: count,
  /** The entries of the file that do not exist here. */
  unknownEntries: count,
});
export type TagImportReport = z.infer<typeof tagImportReportSchema>;
