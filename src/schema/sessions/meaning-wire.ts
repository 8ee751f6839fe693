import { z } from 'zod';
import { modelProfileIdSchema } from '#schema/ids.ts';

/**
 * Whether search by meaning took part. `slow` and `failed`: its model did not answer in time, or not at all.
 * `unavailable`: the database cannot compare vectors. In these three cases the hits are those by words.
 */
export const searchMeanings = ['off', 'used', 'slow', 'failed', 'unavailable'] as const;
export type SearchMeaning = (typeof searchMeanings)[number];

export const meaningStateSchema = z.object({
  /** The model that reads the records. Null means that search by meaning is off. */
  modelProfileId: modelProfileIdSchema.nullable(),
  /** The value is false if the database cannot compare vectors. PostgreSQL needs the extension pgvector. */
  isAvailable: z.boolean(),
  /** How many records the model has read, and how many there are. */
  read: z.int().nonnegative(),
  total: z.int().nonnegative(),
  /** Why the newest attempt to read records failed, or null if it did not. */
  failure: z.string().nullable(),
});
export type MeaningState = z.infer<typeof meaningStateSchema>;
