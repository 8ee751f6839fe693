import { randomUUID } from 'node:crypto';
import { createCorpus, recordsPerTurn } from './corpus.ts';
import { type Percentiles, percentilesOf, timeOf } from './percentiles.ts';

export interface Ingest {
  /** The events per second, with many concurrent sessions. */
  perSecond: number;
  /** The milliseconds per event, by route, for events sent one after the other. */
  routes: Record<string, Percentiles>;
}

const sessionsAtOnce = 16;
const turnsAlone = Number(process.env.PRECIS_BENCH_ROUNDS ?? 40);
const turnsAtOnce = 8;

const paths = {
  prompt: '/api/sessions/init',
  observation: '/api/sessions/observations',
  summary: '/api/sessions/summarize/ingest',
} as const;

/** Measures what a plugin sends in a turn: a prompt, its observations and a summary. */
export async function measureIngest(baseUrl: string): Promise<Ingest> {
  const corpus = createCorpus(7);
  const times: Record<keyof typeof paths, number[]> = { prompt: [], observation: [], summary: [] };

  async function send(route: keyof typeof paths, body: object): Promise<void> {
    const response = await fetch(`${baseUrl}${paths[route]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${paths[route]} answered ${response.status}`);
    await response.arrayBuffer();
  }

  async function takeTurn(
    contentSessionId: string,
    post: (route: keyof typeof paths, body: object) => Promise<void>,
  ): Promise<void> {
    await post('prompt', { contentSessionId, project: 'project-1', prompt: corpus.text(25) });
    for (let n = 0; n < recordsPerTurn - 2; n += 1) {
      const { toolName, toolInput, toolResponse, cwd } = corpus.observation();
      const tool = { tool_name: toolName, tool_input: toolInput, tool_response: toolResponse, cwd };
      await post('observation', { contentSessionId, ...tool });
    }
    await post('summary', { contentSessionId, summary: corpus.fields() });
  }

  await takeTurn(randomUUID(), send);
  const alone = randomUUID();
  for (let turn = 0; turn < turnsAlone; turn += 1) {
    await takeTurn(alone, async (route, body) => {
      times[route].push(await timeOf(() => send(route, body)));
    });
  }

  const ms = await timeOf(() =>
    Promise.all(
      Array.from({ length: sessionsAtOnce }, async () => {
        const contentSessionId = randomUUID();
        for (let turn = 0; turn < turnsAtOnce; turn += 1) await takeTurn(contentSessionId, send);
      }),
    ),
  );
  const routes = Object.fromEntries(
    Object.entries(times).map(([route, taken]) => [route, percentilesOf(taken)]),
  );
  return { perSecond: (sessionsAtOnce * turnsAtOnce * recordsPerTurn * 1000) / ms, routes };
}
