import type { Formats } from '#web/strings/formats.ts';
import { enFirst } from './en-first.ts';
import { enLater } from './en-later.ts';

/** The English catalogue. Its return type is the type of every other language’s catalogue. */
export function en(format: Formats) {
  return { ...enFirst(format), ...enLater(format) };
}

export type Strings = ReturnType<typeof en>;
