import type { Formats } from '#web/strings/formats.ts';
import { enFirst } from './first.ts';
import { enLater } from './later.ts';

/** The English catalogue. Its return type is the type of every other language’s catalogue. */
export function en(format: Formats) {
  return { ...enFirst(format), ...enLater(format) };
}

export type Strings = ReturnType<typeof en>;
