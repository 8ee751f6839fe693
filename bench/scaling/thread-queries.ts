import { spaceIdSchema, threadIdSchema } from '#schema/spaces/space.ts';
import type { Store } from '#store/store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { type Filling, liveMessages, messagesPerThread } from './fill-store.ts';
import { ask, idOf, pick, type Query } from './query.ts';
import { words } from './texts.ts';

export function threadQueries(store: Store, { rows }: Filling): Query[] {
  const threadOf = (round: number) =>
    threadIdSchema.parse(idOf('thread', pick(round, rows / messagesPerThread) - 1));
  const thread = (name: string, work: (round: number) => Promise<unknown>) => ask('threads', name, work);
  const search = (name: string, query: string) =>
    thread(name, () => store.spaces.searchMessages({ terms: parseSearch(query).terms, limit: 50 }));
  return [
    thread('threads, newest', () => store.spaces.listThreads({ limit: 50 })),
    thread('threads of a Space', () =>
      store.spaces.listThreads({ limit: 50, spaceId: spaceIdSchema.parse(idOf('space', 3)) }),
    ),
    thread('open a thread', (round) => store.spaces.getThread(threadOf(round))),
    thread('live messages', (round) =>
      store.spaces.listMessages({
        threadId: threadOf(round),
        afterSeq: messagesPerThread - liveMessages,
        limit: 1000,
      }),
    ),
    thread('last runs of a thread', (round) => store.spaces.listLastRuns(threadOf(round))),
    search('search messages, a word of every 100th', words.medium),
    search('search messages, a word of every 2nd', words.common),
  ];
}
