import { z } from 'zod';
import { entryViews } from '#schema/entry.ts';
import { detailLevelSchema, targetLanguageSchema } from '#schema/language.ts';
import { maxMemoryCharacters, memoryKindSchema } from '#schema/sessions/memory.ts';
import { recordCharacters, searchOrders, searchTypes } from '#schema/sessions/sessions-wire.ts';
import { summarizeTextRequestSchema } from '#schema/wire.ts';

const project = z
  .string()
  .max(500)
  .optional()
  .describe('Limit to this project. "*": all projects. Default: that of the open folder, where it is known.');
const maxCharacters = (most: number) =>
  z.int().min(recordCharacters.fewest).max(most).default(recordCharacters.usual);
const count = (most: number) => z.int().min(0).max(most);

export const searchInput = z.object({
  query: z
    .string()
    .max(10_000)
    .describe('A question, or words and word beginnings. Empty: the newest records.'),
  type: z
    .enum(searchTypes)
    .optional()
    .describe(
      'sessions: summaries of turns. all: also threads, and articles if the user allows it. Default: all records of coding sessions.',
    ),
  project,
  dateStart: z.string().max(40).optional().describe('For example 2026-01-31.'),
  dateEnd: z.string().max(40).optional().describe('For example 2026-01-31, which counts whole.'),
  orderBy: z.enum(searchOrders).optional(),
  offset: count(10_000).optional().describe('How many hits to skip.'),
  limit: count(100).optional().describe('Default 20.'),
});

export const timelineInput = z.object({
  anchor: z.string().max(100).optional().describe('A record such as S12, or a time.'),
  query: z.string().max(10_000).optional().describe('Instead of an anchor: use the best hit for this query.'),
  before: count(50).optional().describe('How many records before it. Default 10.'),
  after: count(50).optional().describe('How many records after it. Default 10.'),
  project,
});

export const getInput = z.object({
  ids: z.array(z.string().max(100)).min(1).max(20).describe('Records such as S12 or O7.'),
  maxCharacters: maxCharacters(recordCharacters.most).describe(
    'Maximum length per record. Longer texts say how much was cut.',
  ),
});

export const readerSearchInput = z.object({
  query: z
    .string()
    .max(500)
    .describe('Words, all of which must occur. tag:name selects by tag. Empty: the newest articles.'),
  view: z.enum(entryViews).default('all'),
  limit: z.int().min(1).max(50).default(20),
  cursor: z.string().max(200).optional().describe('From the answer before, for the next articles.'),
});

export const readerGetInput = z.object({
  ids: z
    .array(z.string().regex(/^E\d{1,15}$/, 'Enter an article such as E12.'))
    .min(1)
    .max(5)
    .describe('Articles such as E12.'),
  maxCharacters: maxCharacters(100_000).describe(
    'Maximum length of each article, and of its summaries. Longer texts say how much was cut.',
  ),
});

export const contextInput = z.object({
  project,
  projects: z.string().max(5000).optional().describe('Several projects, separated by commas.'),
  query: z.string().max(10_000).optional().describe('What the session is about.'),
  tokens: z.int().min(100).max(50_000).optional().describe('Token budget. Default: the user’s setting.'),
});

export const fixesInput = z.object({
  query: z.string().max(10_000).describe('What failed, or what the error says. Empty: the newest failures.'),
  project,
  limit: z.int().min(1).max(20).optional().describe('Default 5.'),
});

export const saveInput = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(maxMemoryCharacters)
    .describe('One statement, such as “The API moved to src/api”. It is marked as saved by an agent.'),
  kind: memoryKindSchema
    .default('fact')
    .describe(
      'instruction, preference and decision: what the user wants. fact: anything else worth knowing.',
    ),
  project: z
    .string()
    .max(500)
    .optional()
    .describe(
      'The project it applies to. Default: that of the open folder; required where that is not known.',
    ),
  source: z
    .string()
    .regex(/^[POS]\d{1,15}$/u, 'Enter a record such as P12, O7 or S3.')
    .optional()
    .describe('The record it comes from, such as P12.'),
});

export const summarizeInput = z.object({
  text: summarizeTextRequestSchema.shape.text,
  title: z.string().max(1000).optional(),
  detailLevel: detailLevelSchema.optional(),
  targetLanguage: targetLanguageSchema.optional().describe('For example en or zh-Hans.'),
});
