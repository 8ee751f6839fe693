/** The kinds of things that the one search finds, in the order in which it shows them. */
export const foundKinds = ['entries', 'threads', 'conversations', 'sessions'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** The words of the one search. */
export function enSearch() {
  return {
    heading: 'Search everything',
    open: 'Search',
    shortcut: (isMac: boolean) => (isMac ? '⌘K' : 'Ctrl K'),
    placeholder: 'Search entries, threads, conversations and sessions',
    close: 'Close',
    results: 'Found',
    kinds: {
      entries: 'Entries',
      threads: 'Threads',
      conversations: 'Conversations',
      sessions: 'Sessions',
    } satisfies Record<FoundKind, string>,
    searching: 'Searching…',
    failed: (kind: string) => `${kind} could not be searched.`,
    none: (query: string) => `Nothing found for “${query}”.`,
    noneNext: 'Every word must occur; the beginning of a word is enough.',
    hint: 'Everything you have read, discussed and built.',
    keys: { move: 'to move', open: 'to open', close: 'to close' },
    inSummary: 'In the summary:',
    untitled: 'Untitled',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  };
}
