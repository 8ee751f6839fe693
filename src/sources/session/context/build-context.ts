import type { Prompt, SessionSummary } from '#schema/sessions/session.ts';
import type { ContextQuery, SessionContext } from '#schema/sessions/sessions-wire.ts';
import { type MemoryPiece, readMemoryPieces } from '#sources/session/memories/memory-pieces.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { keywordsOf } from '#text/find-passages.ts';
import { freshness } from '#text/search-levels.ts';
import { parseSearch } from '#text/search-terms.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { chooseMemories, choosePieces } from './choose-pieces.ts';
import { type ContextPiece, promptPiece, summaryPieces } from './context-piece.ts';
import { dayOf, renderContext } from './render-context.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'checkFiles' | 'getSettings' | 'clock'>;

/** How many of the newest records are considered, and how many older, relevant ones. */
const newestSummaries = 40;
const relevantSummaries = 20;
/** The newest may be among them. */
const rankedSummaries = 100;
const newestPrompts = 10;
const maxPendingPrompts = 3;
/** The newest come first regardless of topic: they show the state of the work. */
const wholeSummaries = 3;
const maxKeywords = 8;
/** Of the budget; the rest is for what was done. */
const memoryShare = 0.6;

/** What a new session should know about earlier ones, within a token budget. */
export async function buildContext(ports: Ports, query: ContextQuery): Promise<SessionContext> {
  const { contextTokens } = await ports.getSettings();
  const budgetTokens = query.tokens ?? contextTokens;
  const projects = projectsOf(query);
  const newest = await ports.store.listRecords('summary', {
    projects,
    order: 'newest',
    offset: 0,
    limit: newestSummaries,
  });
  const scores = await scoreOthers(ports, { newest, projects, about: query.query });
  const namesProject = projects?.length !== 1;
  const pending = await findPending(ports, { newest, projects, namesProject });
  const whole = newest.slice(0, wholeSummaries);
  const prompts = await ports.store.readTurnPrompts([...whole, ...scores]);
  const piecesOf = (summary: SessionSummary) =>
    summaryPieces(summary, { namesProject, prompt: prompts.find((prompt) => isSameTurn(prompt, summary)) });
  const wanted: ContextPiece[][] = [
    ...whole.map(piecesOf),
    ...pending.map((piece) => [piece]),
    ...scores.map((summary) => piecesOf(summary).slice(-1)),
  ];
  const { count } = await loadTokenizer();
  const options = { projects, utcOffsetMinutes: query.utcOffsetMinutes };
  const memories = await readMemoryPieces(ports, {
    projects,
    about: query.query,
    dayOf: (piece) => dayOf(piece, options),
  });
  const render = (pieces: readonly ContextPiece[], standing: readonly MemoryPiece[]) =>
    renderContext(pieces, { ...options, standing });
  const fitMemories = (most: number) =>
    chooseMemories(memories, { count, budgetTokens: most, render: (chosen) => render([], chosen) });
  const share = fitMemories(Math.floor(budgetTokens * memoryShare));
  const { pieces, tokens: taken } = choosePieces(wanted, {
    count,
    budgetTokens,
    dayOf: (piece) => dayOf(piece, options),
    render: (chosen) => render(chosen, share),
  });
  // What the rest leaves free is for more memories.
  const standing = fitMemories(count(render([], share)) + budgetTokens - taken);
  while (standing.length > 0 && count(render(pieces, standing)) > budgetTokens) standing.pop();
  const text = render(pieces, standing);
  const tokens = count(text);
  return {
    text,
    tokens,
    budgetTokens,
    items: [...standing, ...pieces].map(({ ref, createdAt, text }) => ({
      ref,
      createdAt,
      text,
      tokens: count(text),
    })),
  };
}

/** All but the newest, those first that are new or have to do with what is asked or was last worked on. */
async function scoreOthers(
  { store, clock }: Ports,
  of: { newest: SessionSummary[]; projects: string[] | undefined; about: string | undefined },
): Promise<SessionSummary[]> {
  const { newest, projects, about } = of;
  const last = newest[0];
  const matter = about ?? (last === undefined ? '' : `${last.request} ${last.next_steps}`);
  const keywords = keywordsOf(matter.slice(0, 2000)).slice(0, maxKeywords);
  const { terms } = parseSearch(keywords.join(' '));
  const now = clock.now();
  const { records } = await store.rankRecords({
    kinds: ['summary'],
    projects,
    terms,
    question: { times: [] },
    now,
    limit: rankedSummaries,
  });
  const best = Math.max(records[0]?.score ?? 0, Number.MIN_VALUE);
  const relevance = new Map(records.map(({ id, score }) => [id, score / best]));
  const known = new Set<number>(newest.map(({ id }) => id));
  const older = [...relevance.keys()].filter((id) => !known.has(id)).slice(0, relevantSummaries);
  const read = await store.readRecords('summary', older);
  const scoreOf = ({ id, createdAt }: SessionSummary) => (relevance.get(id) ?? 0) + freshness(createdAt, now);
  return [...newest.slice(wholeSummaries), ...read].sort(
    (one, other) => scoreOf(other) - scoreOf(one) || other.createdAt - one.createdAt,
  );
}

/** What was asked in turns without a summary, newest first. */
async function findPending(
  { store }: Ports,
  of: { newest: SessionSummary[]; projects: string[] | undefined; namesProject: boolean },
): Promise<ContextPiece[]> {
  const { newest, projects, namesProject } = of;
  const prompts = await store.listRecords('prompt', {
    projects,
    order: 'newest',
    offset: 0,
    limit: newestPrompts,
  });
  const isTold = ({ sessionId, promptNumber }: Prompt) =>
    newest.some((summary) => summary.sessionId === sessionId && summary.promptNumber >= promptNumber);
  return prompts
    .filter((prompt) => !isTold(prompt))
    .map((prompt) => promptPiece(prompt, { namesProject }))
    .filter((piece) => piece !== null)
    .slice(0, maxPendingPrompts);
}

type Turn = Pick<Prompt, 'sessionId' | 'promptNumber'>;

function isSameTurn(one: Turn, other: Turn): boolean {
  return one.sessionId === other.sessionId && one.promptNumber === other.promptNumber;
}

function projectsOf({ project, projects }: ContextQuery): string[] | undefined {
  const named = [project ?? '', ...(projects?.split(',') ?? [])].map((name) => name.trim());
  const given = new Set(named.filter((name) => name !== ''));
  return given.size === 0 ? undefined : [...given];
}
