import { z } from 'zod';
import { detailLevelSchema, targetLanguageSchema } from '#schema/language.ts';
import { searchOrders, searchTypes } from '#schema/sessions/sessions-wire.ts';
import { summarizeTextRequestSchema } from '#schema/wire.ts';

const project = z.string().max(500).optional().describe('Only of this project.');
const count = (most: number) => z.int().min(0).max(most);

export const searchInput = {
  query: z.string().max(10_000).describe('Words; the beginning of a word is enough. Empty: the newest.'),
  type: z
    .enum(searchTypes)
    .optional()
    .describe(
      'sessions: summaries of turns. all: articles and threads too. Left out: all of coding sessions.',
    ),
  project,
  dateStart: z.string().max(40).optional().describe('Such as 2026-01-31.'),
  dateEnd: z.string().max(40).optional(),
  orderBy: z.enum(searchOrders).optional(),
  offset: count(10_000).optional(),
  limit: count(100).optional().describe('20 if left out.'),
};

export const timelineInput = {
  anchor: z.string().max(100).optional().describe('A name such as S12, or a time.'),
  query: z.string().max(10_000).optional().describe('Instead of an anchor: around the best hit.'),
  before: count(50).optional().describe('How many before it; 10 if left out.'),
  after: count(50).optional(),
  project,
};

export const getInput = {
  ids: z.array(z.string().max(100)).min(1).max(20).describe('Names such as S12 or O7.'),
  maxCharacters: z
    .int()
    .min(100)
    .max(200_000)
    .default(4000)
    .describe('Of each; what is longer says how much more there is.'),
};

export const contextInput = {
  project,
  projects: z.string().max(5000).optional().describe('Several, parted by commas.'),
  query: z.string().max(10_000).optional().describe('What the session is going to be about.'),
  tokens: z.int().min(100).max(50_000).optional().describe('The budget; the user’s setting if left out.'),
};

export const summarizeInput = {
  text: summarizeTextRequestSchema.shape.text,
  title: z.string().max(1000).optional(),
  detailLevel: detailLevelSchema.optional(),
  targetLanguage: targetLanguageSchema.optional().describe('Such as en or zh-Hans.'),
};
