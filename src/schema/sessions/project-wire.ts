import { z } from 'zod';
import { targetLanguageSchema } from '#schema/language.ts';

const project = z.string().min(1).max(500);

/** The projects of which nothing is recorded, sorted by name. */
export const excludedProjectsSchema = z.object({ projects: z.array(z.string()) });
export const excludeProjectRequestSchema = z.object({ project });
export const includeProjectQuerySchema = z.object({ project });

export const projectQuerySchema = z.object({
  project,
  /** The identities of the project as sent with a prompt, separated by line breaks. */
  projectIdentities: z.string().max(10_000).optional(),
});
export type ProjectQuery = z.infer<typeof projectQuerySchema>;

export const projectLanguageSchema = z.object({
  /** A tag such as `de`. Null means that summaries are in the language of the prompts. */
  language: z.string().nullable(),
  /** The language as a prompt names it, such as “German (de)”. */
  name: z.string().nullable(),
});
export type ProjectLanguage = z.infer<typeof projectLanguageSchema>;

export const setProjectLanguageRequestSchema = z.object({
  project,
  language: targetLanguageSchema.nullable(),
});
export type SetProjectLanguageRequest = z.infer<typeof setProjectLanguageRequestSchema>;

/** Whether prompts of the project get something from memory. */
export const projectRecallSchema = z.object({ isOn: z.boolean() });
export type ProjectRecall = z.infer<typeof projectRecallSchema>;

export const setProjectRecallRequestSchema = projectRecallSchema.extend({
  project,
  projectIdentities: z.array(z.string().min(1).max(2000)).max(5).nullish(),
});
export type SetProjectRecallRequest = z.infer<typeof setProjectRecallRequestSchema>;
