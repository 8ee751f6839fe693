import { page } from 'vitest/browser';
import { type SessionRecord, sessionSchema } from '#schema/sessions/session.ts';
import type { ListRecordsQuery } from '#schema/sessions/sessions-wire.ts';
import { makeObservation, makePrompt, makeSummary } from '#tests/fixtures/session-records.ts';
import { recordRef } from '#web/sessions/timeline/known-records.ts';

export const dayMs = 24 * 60 * 60 * 1000;

type Query = Partial<Record<keyof ListRecordsQuery, unknown>>;

interface ToolCall {
  tool: string;
  input: unknown;
  response?: unknown;
}

/** Makes a session of a project. Its prompts, tool calls and summaries come in this order, a millisecond apart. */
export function makeSession(session: number, project: string, { at = Date.now() - 1000 } = {}) {
  const records: SessionRecord[] = [];
  let promptNumber = 0;
  const next = () => {
    const id = session * 100 + records.length;
    return { id, at: at + records.length, session, project, promptNumber };
  };
  const story = {
    records,
    prompt(text: string | null) {
      promptNumber += 1;
      records.push(makePrompt({ ...next(), text }));
      return story;
    },
    call({ tool, input, response = 'ok' }: ToolCall) {
      const toolResponse = typeof response === 'string' ? response : JSON.stringify(response);
      const made = makeObservation(next());
      records.push({
        ...made,
        toolName: tool,
        toolInput: JSON.stringify(input),
        toolResponse,
      } as SessionRecord);
      return story;
    },
    summary(fields: Partial<Record<'request' | 'learned' | 'completed', string>>) {
      records.push({ ...makeSummary(next()), request: '', learned: '', ...fields });
      return story;
    },
  };
  return story;
}

/** Makes a session of three turns, of which the second is private. */
export function makeLogin(): SessionRecord[] {
  return makeSession(1, 'harbour-api')
    .prompt('Fix the login test')
    .call({ tool: 'read', input: { filePath: 'src/token.ts' }, response: 'sign()' })
    .call({ tool: 'bash', input: { command: 'npm test' }, response: '1 passed' })
    .summary({
      request: 'Fix the login test',
      learned: 'The token expired at once',
      completed: 'A fix with a test',
    })
    .prompt(null)
    .prompt('Look for other durations without a unit').records;
}

/** Makes one session for each of this many days, each with a prompt, a tool call and a summary. */
export function makeOld(count: number, project = 'archive'): SessionRecord[] {
  return Array.from({ length: count }, (_, index) =>
    makeSession(index + 11, project, { at: Date.now() - (index + 1) * dayMs })
      .prompt(`Old question ${index + 1}`)
      .call({ tool: 'bash', input: { command: `echo ${index + 1}` } })
      .summary({ request: `Old work ${index + 1}`, learned: `Fact ${index + 1}` }),
  ).flatMap(({ records }) => records);
}

/** The answers of a server with these records. */
export function sessionsOf(records: readonly SessionRecord[]) {
  const asked = (query: Query) =>
    records
      .filter((record) => isAsked(record, query))
      .toSorted((first, second) => second.createdAt - first.createdAt);
  return {
    prompts: (query: Query = {}) => pageOf(asked(query).filter((record) => record.kind === 'prompt')),
    observations: (query: Query = {}) =>
      pageOf(asked(query).filter((record) => record.kind === 'observation')),
    summaries: (query: Query = {}) => pageOf(asked(query).filter((record) => record.kind === 'summary')),
    projects: () => ({
      projects: projectsOf(records).map(({ project }) => project),
      items: projectsOf(records),
    }),
    projectRecall: { isOn: true },
    deliveries: { items: [], tokens: 0, used: 0 },
    activity: (query: Query = {}) => ({ items: activityOf(records.filter((each) => isAsked(each, query))) }),
    records: ({ refs }: { refs: string }) => ({
      items: records.filter((record) => refs.split(',').includes(recordRef(record))),
      missing: [],
    }),
    get: (id: number) => {
      const own = records.filter(({ sessionId }) => String(sessionId) === String(id));
      return sessionSchema.parse({
        id: own[0]?.sessionId,
        contentSessionId: `oc_${id}`,
        project: own[0]?.project,
        promptCount: own.filter((record) => record.kind === 'prompt').length,
        status: 'active',
        startedAt: own[0]?.createdAt,
        updatedAt: own.at(-1)?.createdAt,
        completedAt: null,
      });
    },
  };
}

function pageOf<R extends SessionRecord>(items: R[]) {
  return { items, hasMore: false, offset: 0, limit: 50 };
}

function isAsked({ project, sessionId, createdAt }: SessionRecord, query: Query): boolean {
  return (
    (query.project === undefined || query.project === project) &&
    (query.sessionDbId === undefined || Number(query.sessionDbId) === sessionId) &&
    (query.dateStart === undefined || toTime(query.dateStart) <= createdAt) &&
    (query.dateEnd === undefined || createdAt <= toTime(query.dateEnd))
  );
}

function toTime(date: unknown): number {
  return /^\d+$/.test(String(date)) ? Number(date) : Date.parse(String(date));
}

const plural = { prompt: 'prompts', observation: 'observations', summary: 'summaries' } as const;

function countKinds(records: readonly SessionRecord[]) {
  const counts = { prompts: 0, observations: 0, summaries: 0 };
  for (const { kind } of records) counts[plural[kind]] += 1;
  return counts;
}

function projectsOf(records: readonly SessionRecord[]) {
  return [...Map.groupBy(records, ({ project }) => project)]
    .map(([project, own]) => ({
      project,
      sessions: new Set(own.map(({ sessionId }) => sessionId)).size,
      ...countKinds(own),
      lastAt: Math.max(...own.map(({ createdAt }) => createdAt)),
    }))
    .toSorted((a, b) => b.lastAt - a.lastAt);
}

function activityOf(records: readonly SessionRecord[]) {
  return [...Map.groupBy(records, ({ createdAt }) => dayOf(createdAt))]
    .map(([day, own]) => ({ day, ...countKinds(own) }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

/** The day as the app names it in its URL. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

export const dayAgo = (days: number) => dayOf(Date.now() - days * dayMs);

const timeline = page.getByRole('region', { name: 'Timeline' });
const turns = page.css('article[data-turn]');

/** The parts of the screen. */
export const screen = {
  timeline,
  turns,
  turnTexts: () => turns.elements().map((turn) => turn.textContent),
  session: page.getByRole('region', { name: 'Session', exact: true }),
  context: page.getByRole('complementary', { name: 'Context' }),
  projects: page.getByRole('navigation', { name: 'Projects' }),
  activity: timeline.getByRole('figure', { name: 'Activity' }),
  type: timeline.getByRole('combobox', { name: 'Type' }),
  observations: page.getByRole('list', { name: 'Observations' }).getByRole('listitem'),
  summaries: page.getByRole('group', { name: 'Session summary' }),
};
