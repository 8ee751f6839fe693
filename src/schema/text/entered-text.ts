import type { z } from 'zod';

/** Several long books. More is rejected, never cut. */
export const maxSourceCharacters = 12_000_000;

const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** For names that people enter: one of blanks or zero-width characters could be neither seen nor chosen again. */
export function visibleText<S extends z.ZodString>(schema: S): S {
  return schema.refine((text) => visible.test(text), {
    error: 'Use at least one visible character.',
    params: { invisible: true },
  });
}
