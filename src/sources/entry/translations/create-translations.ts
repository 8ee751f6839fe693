import { withPorts } from '#engine/with-ports.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import {
  clearTranslations,
  getTranslatedText,
  getTranslation,
  restoreTranslations,
} from './entry-translation.ts';
import { exportEntry } from './export-entry.ts';
import { translateEntry } from './translate-entry.ts';
import { translateText } from './translate-text.ts';
import { listTitles, translateTitles } from './translate-titles.ts';

/** Everything that is done with translations of entries. Throws AppError. */
export function createTranslations(ports: ReaderPorts) {
  return withPorts(ports, {
    get: getTranslation,
    start: translateEntry,
    text: getTranslatedText,
    startText: translateText,
    clear: clearTranslations,
    restore: restoreTranslations,
    startTitles: translateTitles,
    titles: listTitles,
    exportEntry,
  });
}
