import type { Entry } from '#schema/entry.ts';
import { checkSource, type GateCode } from '#text/source-gate.ts';
import { countWords, isUnspaced } from '#text/words.ts';

export interface EntryFinding {
  code: GateCode | 'source_blocked' | 'source_excerpt';
  message: string;
}

/** Log in, pay, forbidden, unavailable for legal reasons, too many requests, and the two numbers Cloudflare blocks with. */
const blockingStatuses = new Set([401, 402, 403, 407, 429, 451, 503, 520]);
/** A text longer than this is an article, even if it speaks of robots, cookies or subscriptions. Words or characters. */
const wallWords = 250;
const wallCharacters = 500;
