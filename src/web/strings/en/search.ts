/** The kinds of results of the global search, in display order. */
export const foundKinds = ['entries', 'threads', 'conversations', 'sessions'] as const;
export type FoundKind = (typeof foundKinds)[number];

export function enSearch() {
  return {
    heading: 'Search and commands',
    open: 'Search',
    shortcut: (isMac: boolean) => (isMac ? '⌘K' : 'Ctrl K'),
    placeholder: 'Search everything, or type a command',
    close: 'Close',
    results: 'Results',
    kinds: {
      entries: 'Entries',
      threads: 'Threads',
      conversations: 'Conversations',
      sessions: 'Sessions',
    } satisfies Record<FoundKind, string>,
    searching: 'Searching…',
    failed: (kind: string) => `${kind} could not be searched.`,
    none: (query: string) => `No results for “${query}”.`,
    noneNext: 'Results contain every word you enter. The start of a word is enough.',
    keys: { move: 'to move', open: 'to choose', close: 'to close', commands: 'commands only' },
    foundIn: { summary: 'In the summary:', translation: 'In the translation:' },
    untitled: 'Untitled',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  };
}
