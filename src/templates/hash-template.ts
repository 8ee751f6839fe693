import { createHash } from 'node:crypto';
import type { Template } from './load-template.ts';

/** SHA-256 of everything that shapes the prompt: both texts and the defaults, in whatever order and line endings. */
export function hashTemplate({ written, defaultParameters }: Template): string {
  const defaults = Object.entries(defaultParameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([written.system, written.prompt, defaults], (_key, value) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
  );
  return createHash('sha256').update(content).digest('hex');
}
