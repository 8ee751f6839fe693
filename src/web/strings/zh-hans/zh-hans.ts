import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansFirst } from './first.ts';
import { zhHansLater } from './later.ts';

export function zhHans(format: Formats): Strings {
  return { ...zhHansFirst(format), ...zhHansLater(format) };
}
