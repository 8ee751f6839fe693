import type { EntryHead } from '#schema/entry.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';

/** Whether an entry is summarized when opened: set by its feed, else its folder, else the switch. */
export function isAutoSummarized(
  head: Pick<EntryHead, 'feedId'>,
  { feeds, folders }: Pick<Subscriptions, 'feeds' | 'folders'>,
  isSwitchedOn: boolean,
): boolean {
  const feed = feeds.find(({ id }) => id === head.feedId);
  const folder = folders.find(({ id }) => id === feed?.folderId);
  const rules = [feed?.autoSummary, folder?.autoSummary];
  const rule = rules.find((one) => one === 'always' || one === 'never');
  return rule === undefined ? isSwitchedOn : rule === 'always';
}

/** Whether calls to a model may cost money. Local models do not. */
export function isPaid({ provider, prices, baseUrl }: ModelProfile): boolean {
  if (provider === 'builtin') return false;
  if (prices !== null) return Object.values(prices).some((price) => price > 0);
  const host = baseUrl === null ? undefined : URL.parse(baseUrl)?.hostname;
  if (provider === 'ollama' && host === undefined) return false;
  return host === undefined || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
