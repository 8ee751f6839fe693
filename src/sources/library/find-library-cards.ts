import { cardCharacters, type LibraryCard } from '#sources/session/ports.ts';
import { findPassage } from '#text/find-passages.ts';
import { parseSearch } from '#text/search-terms.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
import { parseTagSearch } from '#text/tags/tag-search.ts';
import type { LibraryPorts } from './ports.ts';

/** Whole texts are read to find the passage, so the number is limited. */
const maxEntries = 30;
const maxMessages = 50;

/** The newest entries and messages with all words and tags of a search, each with its most relevant passage. */
export async function findLibraryCards(
  { reader, spaces }: LibraryPorts,
  { text, limit }: { text: string; limit: number },
): Promise<LibraryCard[]> {
  const searched = parseTagSearch(text);
  const { terms } = parseSearch(searched.text);
  const hasTags = searched.tags.length > 0;
  if (terms.length === 0 && !hasTags) return [];
  const [entries, messages] = await Promise.all([
    findEntries(reader, { text, words: searched.text, limit: Math.min(limit, maxEntries) }),
    // Messages have no tags.
    hasTags ? { items: [] } : spaces.searchMessages({ terms, limit: Math.min(limit, maxMessages) }),
  ]);
  const said = messages.items.map(
    ({ thread, message }): LibraryCard => ({
      kind: 'thread',
      ref: `T${message.id}`,
      title: thread.title ?? '',
      text: cutCharacters(message.text, cardCharacters),
      createdAt: message.createdAt,
    }),
  );
  return [...entries, ...said];
}

async function findEntries(
  reader: LibraryPorts['reader'],
  { text, words, limit }: { text: string; words: string; limit: number },
): Promise<LibraryCard[]> {
  const { items } = await reader.listEntries({ view: 'all', query: text, limit });
  const entries = await Promise.all(items.map(({ id }) => reader.getEntry(id)));
  return entries.flatMap((entry): LibraryCard[] => {
    if (entry === null) return [];
    const passage = (words && findPassage(entry.text, words).text) || entry.excerpt;
    return [
      {
        kind: 'entry',
        ref: `E${entry.id}`,
        title: entry.title,
        text: cutCharacters(passage, cardCharacters),
        createdAt: entry.publishedAt,
      },
    ];
  });
}
