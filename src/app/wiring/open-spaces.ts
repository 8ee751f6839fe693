import { randomUUID } from 'node:crypto';
import { inputTokensOf } from '#engine/ask-model.ts';
import type { Engine } from '#engine/create-engine.ts';
import type { Tasks } from '#engine/define-task.ts';
import type { Bus, Log, Models, TextWork } from '#engine/ports.ts';
import type { Agents } from '#models/agents/create-agents.ts';
import { agentModelId } from '#models/agents/find-agent.ts';
import type { AgentId, AgentPart } from '#schema/models/agent.ts';
import type { Checks } from '#sources/check/create-checks.ts';
import { searchLibrary } from '#sources/library/search-library.ts';
import { createSpaces, type Spaces } from '#sources/thread/create-spaces.ts';
import { keepPassages } from '#sources/thread/keep-passages.ts';
import type { SpacesPorts } from '#sources/thread/ports.ts';
import { sendQueued } from '#sources/thread/start-turn.ts';
import { createFoldTask } from '#sources/thread/tasks/fold.ts';
import { createReplyTask } from '#sources/thread/tasks/reply.ts';
import { createTitleTask } from '#sources/thread/tasks/title.ts';
import type { Store } from '#store/store.ts';
import { hashText, systemClock } from './system-ports.ts';

interface Parts {
  store: Store;
  engine: Pick<Engine, 'prepare' | 'cancel'>;
  tasks: Tasks;
  agents: Pick<Agents, 'get'>;
  models: Models;
  bus: Bus;
  log: Log;
  textWork: TextWork;
  checks: Pick<Checks, 'follow'>;
}

export function openSpaces(parts: Parts): Spaces {
  const { store, engine, tasks, agents, models, bus, log, textWork, checks } = parts;
  const ports: SpacesPorts = {
    store: store.spaces,
    engine,
    getAgent: (id) => agents.get(id),
    routeOf: (id) => routeOf(models, id),
    pricesOf: (id) => pricesOf(models, id),
    getArticle: store.reader.getEntry,
    ...keepPassages(textWork),
    searchLibrary: (query) => searchLibrary(store, query),
    getRun: store.runs.getRun,
    getOpinions: (id) => store.checks.getOpinions({ kind: 'thread', id }),
    checkSummary: (id, runId) => checks.follow({ kind: 'thread', id }, runId),
    textWork,
    bus,
    clock: systemClock,
    log,
    newId: randomUUID,
    hash: hashText,
  };
  const reply = createReplyTask(ports, (threadId) => sendQueued(ports, threadId));
  tasks.add(createFoldTask(ports), reply, createTitleTask(ports));
  return createSpaces(ports);
}

/** The context size for a model that cannot be opened now. Its run will report why. */
const usualContextTokens = 128_000;

async function routeOf(models: Models, agentId: AgentId): ReturnType<SpacesPorts['routeOf']> {
  const llm = agentModelId(agentId, 'llm');
  const opened = await models.open(llm).catch(() => null);
  return {
    llm,
    summarizer: agentModelId(agentId, 'summarizer'),
    quotes: opened?.profile.provider === 'builtin',
    contextTokens: opened?.profile.contextTokens ?? usualContextTokens,
    inputTokens: opened === null ? usualContextTokens : inputTokensOf(opened),
  };
}

async function pricesOf(models: Models, agentId: AgentId): ReturnType<SpacesPorts['pricesOf']> {
  const open = async (part: AgentPart) => {
    const opened = await models.open(agentModelId(agentId, part)).catch(() => null);
    return opened?.profile.prices ?? null;
  };
  return { llm: await open('llm'), summarizer: await open('summarizer') };
}
