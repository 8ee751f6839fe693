import { randomUUID } from 'node:crypto';
import type { NewRun, PreparedRun, RunOutcome } from '#engine/ports.ts';
import { issueIdSchema, modelProfileIdSchema, type RunId, runIdSchema } from '#schema/ids.ts';
import type { Run, RunInput, RunPrompt } from '#schema/runs/run.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import type { Slot } from '#schema/runs/summary.ts';
import type { Store } from '#store/store.ts';
import { type Ending, endRun, type Payload, type SummaryPayload } from './end-run.ts';

export const workerId = 'worker-1';
export const profileId = modelProfileIdSchema.parse('openai/gpt');
export const startTime = 1_750_000_000_000;

export function makeRun(changes: Partial<NewRun> = {}): NewRun {
  return {
    id: runIdSchema.parse(randomUUID()),
    taskType: 'summary',
    source: { kind: 'entry', id: 'article-1', title: 'On tea' },
    agentId: 'summary',
    trigger: 'manual',
    templateId: 'summary',
    parameters: { tone: 'plain' },
    targetLanguage: 'en',
    variant: { targetLanguage: 'en', detailLevel: 'medium' },
    afterRunId: null,
    route: [profileId],
    createdAt: startTime,
    ...changes,
  };
}

export const input: RunInput = {
  sourceText: 'Tea is a drink. It is made with hot water.',
  title: 'On tea',
  contentHash: 'hash-of-tea',
  systemPromptOverride: null,
  subject: null,
};

export function prepareRun(run: NewRun, changes: Partial<PreparedRun> = {}): PreparedRun {
  return { run, workerId, input, startBy: null, enqueue: async () => {}, ...changes };
}

export async function createRun(store: Store, changes: Partial<NewRun> = {}): Promise<Run> {
  return store.runs.createRun(prepareRun(makeRun(changes)));
}

/** Creates and starts a run. This is its first attempt. */
export async function createRunning(store: Store, changes: Partial<NewRun> = {}): Promise<Run> {
  const run = await createRun(store, changes);
  const result = await startRun(store, run.id);
  if (result.kind !== 'started') throw new Error(`the run is ${result.kind}`);
  return result.run;
}

export function startRun(
  store: Store,
  runId: RunId,
  changes: Partial<Parameters<Store['runs']['startRun']>[0]> = {},
) {
  return store.runs.startRun({
    runId,
    workerId,
    at: startTime + 100,
    profileId,
    concurrency: null,
    requestsPerMinute: null,
    aliveSince: 0,
    ...changes,
  });
}

export function makeEvents(runId: RunId, from: number, bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, index) => ({ ...body, runId, seq: from + index, at: startTime + from + index }));
}

export function makeDeltas(runId: RunId, from: number, count: number): RunEvent[] {
  const bodies = Array.from({ length: count }, (_, index): RunEventBody => {
    return { type: 'text-delta', text: `word ${from + index} ` };
  });
  return makeEvents(runId, from, bodies);
}

export const slot: Slot = {
  source: { kind: 'entry', id: 'article-1' },
  targetLanguage: 'en',
  detailLevel: 'medium',
};

export function makePayload(changes: Partial<SummaryPayload> = {}): Payload {
  return { kind: 'summary', ...makeSummary(changes) };
}

export function makeSummary(changes: Partial<SummaryPayload> = {}): SummaryPayload {
  return {
    ...slot,
    text: 'Tea is made with hot water.',
    outputLanguage: 'en',
    contentHash: 'hash-of-tea',
    grounding: {
      score: 0.93,
      sentences: [
        { start: 0, end: 27, state: 'quoted', support: [{ start: 3, end: 12 }], flags: [], details: [] },
      ],
    },
    ...changes,
  };
}

export const prompt: RunPrompt = {
  parameters: { tone: 'plain', detailLevel: 'medium' },
  maxOutputTokens: 900,
  temperature: 0.5,
  systemPromptOverride: 'Answer as a sailor would.',
};

const success: RunOutcome = {
  status: 'succeeded',
  provenance: {
    templates: [{ id: 'summary', version: '3', origin: 'user', hash: 'hash-of-summary' }],
    systemPromptOverridden: true,
  },
  modelProfileId: profileId,
  provider: 'openai',
  model: 'gpt-2025',
  modelFailures: [],
  outputLanguage: 'en',
  coverage: { chunksRead: 2, chunksTotal: 2, sourceCharacters: 42 },
  grounding: {
    sentences: 1,
    quoted: 1,
    confirmed: 0,
    different: 0,
    notInTheSource: 0,
    wrong: 0,
    notChecked: 0,
    details: { total: 0, found: 0, different: 0, notInTheSource: 0, notChecked: 0 },
  },
  usage: { inputTokens: 120, cachedInputTokens: 20, outputTokens: 30, costUsd: 0.00125, reported: true },
  errorCode: null,
  errorMessage: null,
};

export function makeSuccess(runId: RunId, changes: Partial<Ending> = {}): Ending {
  return {
    runId,
    attempt: 1,
    at: startTime + 2100,
    outcome: success,
    prompt,
    payload: makePayload(),
    summaryCap: 2000,
    issue: null,
    next: null,
    enqueueNext: async () => {},
    events: [],
    ...changes,
  };
}

export function makeFailure(runId: RunId, changes: Partial<Ending> = {}): Ending {
  return {
    ...makeSuccess(runId),
    outcome: {
      ...success,
      status: 'failed',
      outputLanguage: null,
      coverage: null,
      usage: null,
      errorCode: 'model_stream_cut',
      errorMessage: 'The connection closed in the middle of the answer.',
    },
    payload: null,
    issue: {
      id: issueIdSchema.parse(randomUUID()),
      kind: 'run-failed',
      code: 'model_stream_cut',
      message: 'The connection closed in the middle of the answer.',
      details: { provider: 'openai' },
      createdAt: startTime + 2100,
    },
    ...changes,
  };
}

/** Creates, starts and successfully ends a run. */
export async function createSucceeded(
  store: Store,
  { run, finish }: { run?: Partial<NewRun>; finish?: Partial<Ending> } = {},
): Promise<Run> {
  const running = await createRunning(store, run);
  await endRun(store, makeSuccess(running.id, finish));
  return running;
}
