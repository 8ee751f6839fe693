import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansFirst } from './zh-hans-first.ts';
import { zhHansLater } from './zh-hans-later.ts';

export function zhHans(format: Formats): Strings {
  return { ...zhHansFirst(format), ...zhHansLater(format) };
}
