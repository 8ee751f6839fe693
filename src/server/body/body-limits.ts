import { maxHookBodyBytes } from '#schema/sessions/hooks-wire.ts';
import { maxSessionBodyBytes } from '#schema/sessions/sessions-wire.ts';

const kib = 1024;
const mib = 1024 * kib;

/** By route, first match; `*` matches one path segment. */
const limits: readonly (readonly [route: string, maxBytes: number])[] = [
  // The longest text is up to 36 MB of UTF-8; the rest is room for JSON's escapes.
  ['POST /api/summaries', 48 * mib],
  ['POST /mcp', 48 * mib],
  // A file of 12 MiB takes 16 MiB in Base64.
  ['POST /api/entries', 17 * mib],
  ['POST /api/opml', 16 * mib],
  ['POST /api/sessions/import', 16 * mib],
  ['POST /api/sessions/*', maxSessionBodyBytes],
  ['POST /api/sessions/summarize/ingest', maxSessionBodyBytes],
  ['POST /api/hooks/*/*', maxHookBodyBytes],
  // A message of 400,000 characters, each escaped.
  ['POST /api/threads/*/messages', 3 * mib],
  ['PUT /api/threads/*/messages/*', 3 * mib],
  ['POST /api/conversations/*/turns', 8 * mib],
];

/** Two prompts of 20,000 characters, each escaped, with room. */
const usualBytes = mib;

const routes = limits.map(([route, maxBytes]) => ({ parts: route.split(/[ /]/), maxBytes }));

export function maxBodyBytesOf(method: string, path: string): number {
  const asked = [method, ...path.split('/')];
  const found = routes.find(({ parts }) => {
    if (parts.length !== asked.length) return false;
    return parts.every((part, at) => part === '*' || part === asked[at]);
  });
  return found?.maxBytes ?? usualBytes;
}
