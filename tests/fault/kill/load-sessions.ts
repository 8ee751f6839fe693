import { expect } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import type { RecordKind, RecordOf, SessionId } from '#schema/sessions/session.ts';
import {
  ingestSummaryAnswerSchema,
  queuedAnswerSchema,
  recordedPromptSchema,
} from '#schema/sessions/sessions-wire.ts';
import type { Store } from '#store/store.ts';
import type { Load, Scene } from './scene.ts';

const observationsPerTurn = 3;
const turnsPerSession = 8;

/**
 * Makes the load of a plugin at work: prompts, observations, finished summaries, and sometimes a summary for the
 * worker to write. Unacknowledged events are retried with the same id, as the plugin's journal does.
 */
export function loadSessions({ api, client, isBusy }: Scene, name: string): Load {
  const prompts = new Map<string, { sessionId: SessionId; promptNumber: number }>();
  const observations = new Set<string>();
  const summaries = new Map<string, { id: number; promptNumber: number }>();
  const sessionIds = new Set<SessionId>();
  const send = (path: string, body: object) =>
    ({ method: 'POST', path: `/api/sessions/${path}`, body }) as const;
  let turn = 0;
  let pending = turnSteps();

  function turnSteps(): (() => Promise<void>)[] {
    turn += 1;
    const mark = `${name}-${turn}`;
    const contentSessionId = `oc-${name}-${Math.ceil(turn / turnsPerSession)}`;
    const prompt = async () => {
      const body = { contentSessionId, project: 'precis', prompt: `Prompt ${mark}`, eventId: `p-${mark}` };
      const answer = await api().read(recordedPromptSchema, send('init', body));
      prompts.set(body.prompt, { sessionId: answer.sessionDbId, promptNumber: answer.promptNumber });
      sessionIds.add(answer.sessionDbId);
    };
    const observe = (n: number) => async () => {
      const seen = `Observation ${mark}-${n}`;
      const tool = { tool_name: 'bash', tool_input: seen, tool_response: `The test of ${mark} fails.` };
      const body = { contentSessionId, ...tool, eventId: `o-${mark}-${n}` };
      await api().read(queuedAnswerSchema, send('observations', body));
      observations.add(seen);
    };
    const ingest = async () => {
      const request = `Summary ${mark}`;
      const fields = {
        investigated: 'auth.ts',
        learned: 'It expired.',
        completed: 'A fix.',
        next_steps: 'Deploy.',
      };
      const body = { contentSessionId, summary: { request, ...fields } };
      const answer = await api().read(ingestSummaryAnswerSchema, send('summarize/ingest', body));
      if (answer.status === 'stored') {
        summaries.set(request, { id: answer.summaryId, promptNumber: answer.promptNumber });
      }
    };
    const steps = [prompt, ...Array.from({ length: observationsPerTurn }, (_, n) => observe(n)), ingest];
    const summarize = async () => {
      if (!(await isBusy())) await client().sessions.summarize(contentSessionId);
    };
    if (turn % 3 === 0) steps.push(summarize);
    return steps;
  }

  async function step(): Promise<void> {
    await pending[0]?.();
    pending.shift();
    if (pending.length === 0) pending = turnSteps();
  }

  return {
    name: 'sessions',
    step,
    settle: step,
    async check(store, runs) {
      const kept = { prompt: [], observation: [], summary: [] } as { [K in RecordKind]: RecordOf[K][] };
      for (const id of sessionIds) {
        const own = await listAll(store, 'prompt', id);
        expect(
          own.map((prompt) => prompt.promptNumber),
          `prompts of session ${id}`,
        ).toEqual(own.map((_, n) => n + 1));
        kept.prompt.push(...own);
        kept.observation.push(...(await listAll(store, 'observation', id)));
        kept.summary.push(...(await listAll(store, 'summary', id)));
      }
      expectOnce(
        kept.prompt.map(({ text }) => text ?? ''),
        [...prompts.keys()],
      );
      for (const { text, promptNumber } of kept.prompt) {
        expect(promptNumber, `the number of ${text}`).toBe(
          prompts.get(text ?? '')?.promptNumber ?? promptNumber,
        );
      }
      expectOnce(
        kept.observation.map(({ toolInput }) => toolInput),
        [...observations],
      );
      const ready = kept.summary.filter(({ runId }) => runId === null);
      expectOnce(
        ready.map(({ request }) => request),
        [...summaries.keys()],
      );
      for (const { request, id, promptNumber } of ready) {
        expect({ id, promptNumber }, `the place of ${request}`).toEqual(
          summaries.get(request) ?? { id, promptNumber },
        );
      }
      expectEarned(kept.summary, runs);
    },
    acknowledged: () => prompts.size + observations.size + summaries.size,
  };
}

async function listAll<K extends RecordKind>(
  store: Store,
  kind: K,
  sessionId: SessionId,
): Promise<RecordOf[K][]> {
  return store.sessions.listRecords(kind, { sessionId, order: 'oldest', offset: 0, limit: 10_000 });
}

/** Checks that everything acknowledged exists exactly once. */
function expectOnce(kept: string[], acknowledged: string[]): void {
  const missing = acknowledged.filter((each) => !kept.includes(each));
  expect(missing).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
}

function expectEarned(summaries: RecordOf['summary'][], runs: Run[]): void {
  for (const { runId } of summaries) {
    if (runId !== null) expect(runs.find(({ id }) => id === runId)?.status).toBe('succeeded');
  }
}
