import { randomUUID } from 'node:crypto';
import { inputTokensOf } from '#engine/ask-model.ts';
import type { Engine } from '#engine/create-engine.ts';
import type { Tasks } from '#engine/define-task.ts';
import type { Bus, Log, Models, TextWork } from '#engine/ports.ts';
import type { Agents } from '#models/agents/create-agents.ts';
import { agentModelId } from '#models/agents/find-agent.ts';
import { type AgentId, summarizerNumbers } from '#schema/models/agent.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Checks } from '#sources/check/create-checks.ts';
import { type Conversations, createConversations } from '#sources/conversation/create-conversations.ts';
import type { HistorianRoute } from '#sources/conversation/ports.ts';
import { historyNarrativeTask, turnSummaryTask } from '#sources/conversation/tasks/historian.ts';
import type { Store } from '#store/store.ts';
import { hashText, systemClock } from './system-ports.ts';

interface Parts {
  store: Store;
  engine: Pick<Engine, 'submit' | 'subscribe' | 'cancel'>;
  tasks: Tasks;
  agents: Pick<Agents, 'get'>;
  models: Models;
  bus: Bus;
  log: Log;
  workerId: string;
  textWork: TextWork;
  checks: Pick<Checks, 'follow'>;
}

export function openConversations(parts: Parts): Conversations {
  const { store, engine, tasks, bus, log, workerId, textWork, checks } = parts;
  tasks.add(turnSummaryTask, historyNarrativeTask);
  return createConversations({
    store: store.conversations,
    engine,
    routeOf: (agentId) => routeOf(parts, agentId),
    addIssue: store.runs.addIssue,
    getOpinions: (id) => store.checks.getOpinions({ kind: 'conversation', id }),
    checkNarrative: (id) => checks.follow({ kind: 'conversation', id }),
    bus,
    clock: systemClock,
    log,
    newId: randomUUID,
    workerId,
    textWork,
    hash: hashText,
  });
}

async function routeOf(parts: Parts, agentId: AgentId | undefined): Promise<HistorianRoute> {
  if (agentId === undefined) {
    const { summaryAgent } = await parts.store.recent.getSettings();
    const route = summaryRoute(summaryAgent);
    return {
      agentId: 'historian',
      route,
      tokenBudget: await fit(parts, route, summarizerNumbers.tokenBudget.initial),
    };
  }
  const { effective } = await parts.agents.get(agentId);
  const route = [agentModelId(agentId, 'summarizer')];
  return { agentId, route, tokenBudget: await fit(parts, route, effective.summarizer.tokenBudget.value) };
}

/** Limits the budget to what each model of the route can read. If a model cannot be opened, its run reports that. */
async function fit({ models }: Parts, route: Run['route'], tokenBudget: number): Promise<number> {
  const opened = await Promise.all(route.map((id) => models.open(id).catch(() => null)));
  return Math.min(
    tokenBudget,
    ...opened.map((model) => (model === null ? tokenBudget : inputTokensOf(model))),
  );
}
