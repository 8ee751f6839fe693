import { type EntryHead, type EntryId, sanitizerVersion } from '#schema/entry.ts';
import type { KeptHead } from './database.ts';

export const dayMs = 24 * 60 * 60 * 1000;
/** Entries are stored for this long after they were published or opened. */
export const keptMs = 7 * dayMs;
export const maxEntries = 500;
export const maxBytes = 50_000_000;
/** At least this many of the newest entries are stored, however old, so that quiet feeds can be read too. */
export const minEntries = 50;

interface Listed {
  /** The newest entries on the server, sorted newest first. */
  recent: readonly EntryHead[];
  /** The list goes back to this time. A newer stored entry that is not listed was deleted on the server. */
  coveredSince: number;
}

interface Plan {
  /** Entries to request from the server, newest first. */
  fetch: EntryHead[];
  /** Entries whose article is unchanged; only their heads are updated. */
  update: KeptHead[];
  remove: EntryId[];
}

/** Plans which entries to request and remove, so that no unchanged entry is fetched twice and the limits hold. */
export function planKeeping({ recent, coveredSince }: Listed, kept: readonly KeptHead[], now: number): Plan {
  const byId = new Map(kept.map((each) => [each.id, each]));
  const wanted = recent.filter(({ publishedAt }, at) => at < minEntries || publishedAt >= now - keptMs);
  const named = new Set(recent.map(({ id }) => id));
  const wantedIds = new Set(wanted.slice(0, maxEntries).map(({ id }) => id));
  const others = kept
    .filter(({ id, head }) => !wantedIds.has(id) && (named.has(id) || head.publishedAt <= coveredSince))
    .filter(({ openedAt }) => openedAt !== null && openedAt >= now - keptMs)
    .sort((first, second) => (second.openedAt ?? 0) - (first.openedAt ?? 0))
    .map(({ id }) => id);

  const plan: Plan = { fetch: [], update: [], remove: [] };
  const staying = new Set<EntryId>();
  let bytes = 0;
  for (const id of [...wantedIds, ...others]) {
    const known = byId.get(id);
    if (staying.size >= maxEntries || bytes + (known?.bytes ?? 0) > maxBytes) break;
    staying.add(id);
    bytes += known?.bytes ?? 0;
  }
  for (const head of recent) {
    if (!staying.has(head.id)) continue;
    const known = byId.get(head.id);
    if (known?.stamp !== stampOf(head)) plan.fetch.push(head);
    else if (JSON.stringify(known.head) !== JSON.stringify(head)) plan.update.push({ ...known, head });
  }
  plan.remove = kept.map(({ id }) => id).filter((id) => !staying.has(id));
  return plan;
}

/** Changes with anything a list shows of an article and its summary, and with the sanitizer version. */
export function stampOf(head: EntryHead): string {
  const { title, url, author, excerpt, publishedAt, hasSummary, summaryStart, imageKey } = head;
  const shown = [title, url, author, excerpt, publishedAt, hasSummary, summaryStart, imageKey];
  return JSON.stringify([...shown, sanitizerVersion]);
}
