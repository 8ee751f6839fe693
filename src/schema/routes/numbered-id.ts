import { z } from 'zod';

/** A number in a path or a query, as an id of this kind. */
export function numberedId<S extends z.ZodType<number, number>>(schema: S) {
  return z.coerce.number().pipe(schema);
}
