import { randomUUID } from 'node:crypto';
import {
  contextQuerySchema,
  type SearchSessionsQuery,
  searchSessionsQuerySchema,
  timelineQuerySchema,
} from '#schema/sessions/sessions-wire.ts';
import { defaultSettings } from '#schema/settings.ts';
import { buildContext } from '#sources/session/context/build-context.ts';
import { showTimeline } from '#sources/session/records/show-timeline.ts';
import { searchSessions } from '#sources/session/search-sessions.ts';
import type { Store } from '#store/store.ts';
import { type Filling, recordsPerSession, spanMs } from './fill-store.ts';
import { ask, pick, type Query } from './query.ts';
import { words } from './texts.ts';

export function sessionQueries(
  { sessions: store, memories, deliveries }: Store,
  { rows, now }: Filling,
): Query[] {
  const clock = { now: () => now };
  const ports = { store, clock, searchLibrary: async () => [], searchMeaning: null };
  const session = (name: string, work: (round: number) => Promise<unknown>) => ask('sessions', name, work);
  const search = (name: string, query: string, filter: Partial<SearchSessionsQuery> = {}) =>
    session(name, () => searchSessions(ports, searchSessionsQuerySchema.parse({ query, ...filter })));
  const month = new Date(now - spanMs / 3).toISOString();
  const name = (round: number) => ({
    contentSessionId: `bench-${pick(round, rows / recordsPerSession)}`,
    at: now,
  });
  return [
    session('take in a prompt', (round) =>
      store.addPrompt({ ...name(round), project: 'project-1', text: words.common, eventKey: randomUUID() }),
    ),
    session('take in an observation', (round) =>
      store.addObservation({
        ...name(round),
        toolName: 'bash',
        toolInput: words.medium,
        toolResponse: words.common,
        cwd: '/',
        promptKey: null,
        eventKey: randomUUID(),
      }),
    ),
    session('take in a summary', (round) =>
      store.addSummary({ ...name(round), fields: makeFields(), contentHash: randomUUID(), promptKey: null }),
    ),
    search('search sessions, a word of every 100th', words.medium),
    search('search sessions, a word of every 2nd', words.common),
    search('search sessions, a rare word', words.rare),
    search('search sessions, two words', `${words.common} ${words.medium}`),
    search('search sessions, two words of no record', `${words.rare} ${words.long} qqqq`),
    search('search sessions, a word being typed', words.common.slice(0, 3)),
    search('search sessions, a long word being typed', words.long.slice(0, -2)),
    search('search sessions, a phrase', `"${words.long} ${words.common}"`),
    search('search sessions, Chinese', words.chinese),
    search('search sessions, three Chinese characters', `${words.chinese}传`),
    search('search sessions, what is not there', 'qqqqqq'),
    search('search sessions, by time', words.common, { orderBy: 'date_desc' }),
    search('search in a small project', words.common, { project: 'project-19' }),
    search('search in prompts', words.common, { type: 'prompts' }),
    search('search before a month', words.common, { dateEnd: month }),
    search('search in a small project, two words before a month', `${words.common} ${words.medium}`, {
      project: 'project-19',
      dateEnd: month,
    }),
    session('timeline around a word', () =>
      showTimeline(ports, timelineQuerySchema.parse({ query: words.rare })),
    ),
    session('context of a project', () =>
      buildContext(
        {
          store,
          memories,
          checkFiles: async (_folders, paths) => paths.map(() => 'unknown' as const),
          clock,
          deliveries,
          getSettings: async () => defaultSettings.sessions,
        },
        contextQuerySchema.parse({ project: 'project-1' }),
      ),
    ),
    session('sessions, last used', () => store.listSessions({ offset: 0, limit: 50 })),
    session('projects', () => store.listProjects()),
  ];
}

function makeFields() {
  const text = `${words.medium} ${words.common}`;
  return { request: text, investigated: text, learned: text, completed: text, next_steps: text, notes: null };
}
