import type { EntryId } from '#schema/entry.ts';
import type { Passage, ThreadId } from '#schema/spaces/space.ts';
import { findPassage, keywordsOf } from '#text/find-passages.ts';
import { parseSearch } from '#text/search-terms.ts';
import type { LibraryPorts } from './ports.ts';

interface LibraryQuery {
  text: string;
  limit: number;
  exceptThread: ThreadId;
}

type Candidate = Omit<Passage, 'text'> & { text: string; hits: number };

/** A question has few words that matter; each is looked up separately, so that a text need not contain all of them. */
const maxKeywords = 8;
const perKeyword = 12;
const maxRead = 16;

/** The passages of what the user has read and discussed that say most about a question. */
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

/** More words of the question in one text count first, then how well the best passage of it answers. */
function choose(candidates: readonly Candidate[], { text, limit }: LibraryQuery): Passage[] {
  return candidates
    .map(({ hits, ...candidate }) => ({ candidate, hits, found: findPassage(candidate.text, text) }))
    .filter(({ found }) => found.score > 0)
    .sort((one, other) => other.hits - one.hits || other.found.score - one.found.score)
    .slice(0, limit)
    .map(({ candidate, found }) => ({ ...candidate, text: found.text }));
}
