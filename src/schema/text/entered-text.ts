import type { z } from 'zod';

/** The limit is the length of several long books. A longer text is rejected and never cut. */
export const maxSourceCharacters = 12_000_000;

const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Requires a visible character in names that people enter, because nobody could see or choose an invisible name. */
export function visibleText<S extends z.ZodString>(schema: S): S {
  return schema.refine((text) => visible.test(text), {
    error: 'Use at least one visible character.',
    params: { invisible: true },
  });
}
