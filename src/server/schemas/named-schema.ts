import type { z } from '@hono/zod-openapi';

/** A schema made before the OpenAPI library was loaded lacks the library's method; its clone has it. */
export function named<S extends z.ZodType>(name: string, schema: S): S {
  return schema.clone().openapi(name);
}
