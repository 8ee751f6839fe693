import type { EntryId } from '#schema/entry.ts';
import type { Passage, ThreadId } from '#schema/spaces/space.ts';
import type { EntryStore } from '#sources/entry/ports.ts';
import { cardCharacters, type LibraryCard } from '#sources/session/ports.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';
import { findPassage, keywordsOf } from '#text/article/article-passages.ts';
import { parseSearch } from '#text/search-terms.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
import { parseTagSearch } from '#text/tags/tag-name.ts';

interface LibraryQuery {
  text: string;
  limit: number;
  exceptThread: ThreadId;
}

type Candidate = Omit<Passage, 'text'> & { text: string; hits: number };

/** Each keyword of a question is searched separately, so that a text need not contain all of them. */
const maxKeywords = 8;
const perKeyword = 12;
const maxRead = 16;

/** The passages that answer a question best, from what the user has read and discussed. */
export async function searchLibrary(
  { reader, spaces }: LibraryPorts,
  query: LibraryQuery,
): Promise<Passage[]> {
  const keywords = keywordsOf(query.text).slice(0, maxKeywords);
  const entries = new Map<EntryId, number>();
  const messages = new Map<string, Candidate>();
  for (const keyword of keywords) {
    const found = await reader.listEntries({ view: 'all', query: keyword, limit: perKeyword });
    for (const { id } of found.items) entries.set(id, (entries.get(id) ?? 0) + 1);
    const said = await spaces.searchMessages({ terms: parseSearch(keyword).terms, limit: perKeyword });
    for (const { thread, message } of said.items) {
      if (thread.id === query.exceptThread) continue;
      const known = messages.get(message.id);
      messages.set(message.id, {
        kind: 'thread',
        title: thread.title ?? message.text.slice(0, 60),
        path: `/spaces/thread/${thread.id}?message=${message.seq}`,
        text: message.text,
        hits: (known?.hits ?? 0) + 1,
      });
    }
  }
  const best = [...entries].sort((one, other) => other[1] - one[1]).slice(0, maxRead);
  const read = await Promise.all(best.map(([id, hits]) => readEntry(reader, id, hits)));
  return choose([...read.filter((entry) => entry !== null), ...messages.values()], query);
}

async function readEntry(
  reader: LibraryPorts['reader'],
  id: EntryId,
  hits: number,
): Promise<Candidate | null> {
  const entry = await reader.getEntry(id);
  if (entry === null) return null;
  return { kind: 'entry', title: entry.title, path: `/reader/all/${id}`, text: entry.text, hits };
}

/** Sorts by the number of matching keywords, then by how well the best passage of a text answers. */
function choose(candidates: readonly Candidate[], { text, limit }: LibraryQuery): Passage[] {
  return candidates
    .map(({ hits, ...candidate }) => ({ candidate, hits, found: findPassage(candidate.text, text) }))
    .filter(({ found }) => found.score > 0)
    .sort((one, other) => other.hits - one.hits || other.found.score - one.found.score)
    .slice(0, limit)
    .map(({ candidate, found }) => ({ ...candidate, text: found.text }));
}

/** Limits the number of texts, because each is read in full to find its passage. */
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

export interface LibraryPorts {
  reader: Pick<EntryStore, 'listEntries' | 'getEntry'>;
  spaces: Pick<ThreadStore, 'searchMessages'>;
}
