import { z } from 'zod';

const project = z.string().min(1).max(500);

/** Of which nothing is recorded, by name. */
export const excludedProjectsSchema = z.object({ projects: z.array(z.string()) });
export const excludeProjectRequestSchema = z.object({ project });
export const includeProjectQuerySchema = z.object({ project });
