import { randomUUID } from 'node:crypto';
import type { FinishRun, NewRun } from '#engine/ports.ts';
import { modelProfileIdSchema, type RunId, runIdSchema } from '#schema/ids.ts';
import type { Store } from '#store/store.ts';
import { eventsPerRun, type Filling, spanMs, unfinishedShare } from './fill-store.ts';
import { ask, idOf, pick, type Query } from './query.ts';

const profileId = modelProfileIdSchema.parse('openai/gpt');
const dayMs = 86_400_000;
const runsPerSweep = 3;

export function runQueries(store: Store, { rows, now }: Filling): Query[] {
  const lastEnded = rows - rows / unfinishedShare;
  const runOf = (number: number) => runIdSchema.parse(idOf('run', number));
  const create = async () => {
    const run = makeRun(now);
    await store.runs.createRun({ run, workerId: 'bench', input, startBy: null, enqueue: async () => {} });
    return run.id;
  };
  const start = (runId: RunId) =>
    store.runs.startRun({
      runId,
      workerId: 'bench',
      at: now,
      profileId,
      requestsPerMinute: 60_000,
      concurrency: 64,
      aliveSince: now,
    });
  const run = (name: string, work: (round: number) => Promise<unknown>) => ask('runs', name, work);
  return [
    run('runs, newest', () => store.runs.listRuns({ limit: 50 })),
    run('runs that failed', () => store.runs.listRuns({ limit: 50, status: 'failed' })),
    run('runs of a rare task', () => store.runs.listRuns({ limit: 50, taskType: 'title' })),
    run('runs of a rare source', () => store.runs.listRuns({ limit: 50, sourceKind: 'conversation' })),
    run('runs of a common source', () => store.runs.listRuns({ limit: 50, sourceKind: 'entry' })),
    run('runs of an entry', (round) =>
      store.runs.listRuns({ limit: 50, sourceKind: 'entry', sourceId: String(pick(round, rows)) }),
    ),
    run('create a run', create),
    {
      group: 'runs',
      name: 'start a run',
      prepare: async () => {
        const id = await create();
        return () => start(id);
      },
    },
    {
      group: 'runs',
      name: 'append events',
      prepare: async () => {
        const runId = await create();
        await start(runId);
        const text = 'Some forty milliseconds of text.';
        const events = [{ runId, seq: 1, at: now, type: 'text-delta' as const, text }];
        return () => store.runs.appendEvents({ runId, attempt: 1, events });
      },
    },
    run('events after a number', (round) =>
      store.runs.readEvents({
        runId: runOf(lastEnded - pick(round, rows / eventsPerRun) + 1),
        afterSeq: eventsPerRun / 2,
        limit: 500,
      }),
    ),
    {
      group: 'runs',
      name: 'finish a run with its summary',
      prepare: async (round) => {
        const runId = await create();
        await start(runId);
        return () =>
          store.runs.finishRun(makeFinish(store, { runId, at: now, sourceId: String(pick(round, rows)) }));
      },
    },
    run('summary of a slot', (round) =>
      store.reader.getSummary({
        source: { kind: 'entry', id: String(pick(round, rows / 4) * 4 - 2) },
        targetLanguage: 'en',
        detailLevel: 'medium',
      }),
    ),
    run('beat of a worker', () => store.runs.beat({ id: 'worker-1', host: 'bench', pid: 1, beatAt: now })),
    run('spent today', () => store.runs.sumCost(now - dayMs)),
    run('spent this month', () => store.runs.sumCost(now - 30 * dayMs)),
    run('spending of 30 days, by day', () =>
      store.runs.listSpending({ since: now - 30 * dayMs, utcOffsetMinutes: 0 }),
    ),
    run('sweep, nothing due', () =>
      store.runs.sweep({ eventsBefore: now - 10 * dayMs, runsBefore: 0, issuesBefore: 0, keysBefore: 0 }),
    ),
    {
      group: 'runs',
      name: `sweep, the events of ${runsPerSweep} runs`,
      maxRounds: Math.floor(rows / eventsPerRun / runsPerSweep) - 1,
      prepare: async (round) => {
        const first = lastEnded - rows / eventsPerRun;
        const due = first + (Math.max(round, -1) + 2) * runsPerSweep;
        const eventsBefore = now - (rows - due) * Math.floor(spanMs / rows) + 901;
        return () => store.runs.sweep({ eventsBefore, runsBefore: 0, issuesBefore: 0, keysBefore: 0 });
      },
    },
    run('issues, newest', () => store.runs.listIssues({ limit: 50 })),
    run('counts of everything', () => store.measureStorage()),
  ];
}

const input = {
  sourceText: 'Tea is a drink.',
  title: null,
  contentHash: 'hash',
  systemPromptOverride: null,
  subject: null,
};

function makeRun(createdAt: number): NewRun {
  return {
    id: runIdSchema.parse(randomUUID()),
    taskType: 'summary',
    source: { kind: 'entry', id: '1', title: null },
    agentId: 'summary',
    trigger: 'auto',
    templateId: 'summary.default',
    parameters: {},
    targetLanguage: 'en',
    variant: { targetLanguage: 'en', detailLevel: 'medium' },
    afterRunId: null,
    route: [profileId],
    createdAt,
  };
}

function makeFinish(
  store: Store,
  { runId, at, sourceId }: { runId: RunId; at: number; sourceId: string },
): FinishRun {
  const source = { kind: 'entry' as const, id: sourceId };
  return {
    runId,
    attempt: 1,
    at,
    outcome: {
      status: 'succeeded',
      provenance: {
        templates: [{ id: 'summary.default', version: 'v1', origin: 'builtin', hash: 'a'.repeat(64) }],
        systemPromptOverridden: false,
      },
      modelProfileId: profileId,
      provider: 'openai',
      model: 'gpt',
      modelFailures: [],
      outputLanguage: 'en',
      coverage: null,
      grounding: null,
      usage: { inputTokens: 1200, cachedInputTokens: 0, outputTokens: 300, costUsd: 0.001, reported: true },
      errorCode: null,
      errorMessage: null,
    },
    prompt: {
      parameters: { targetLanguage: 'en', detailLevel: 'short' },
      maxOutputTokens: 4096,
      temperature: null,
      systemPromptOverride: null,
    },
    slot: {
      taskType: 'summary',
      source,
      variant: { targetLanguage: 'en', detailLevel: 'short' },
      contentHash: 'hash',
      templateHash: null,
      grounding: null,
      cap: 1_000_000,
    },
    save: async (tx) => (evicted) =>
      store.reader.saveSummary(
        tx,
        { runId, source, text: 'Tea is made with hot water.', outputLanguage: 'en' },
        evicted,
      ),
    saveFailed: null,
    issue: null,
    enqueueNext: async () => {},
    next: null,
    events: [],
  };
}
