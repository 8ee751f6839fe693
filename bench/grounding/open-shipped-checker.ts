import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelProfileId } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { Summary } from '#schema/runs/summary.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import type { PlannedCheck } from './plan-slots.ts';
import type { CheckAnswer } from './protocol.ts';
import { watchServer } from './watch-server.ts';

/** Runs one check at a time. */
export interface Lane {
  check(planned: PlannedCheck): Promise<CheckAnswer>;
}

export interface ShippedChecker {
  lanes: Lane[];
  close(): Promise<void>;
}

/**
 * Opens a real server with an empty home and a scripted model. Each lane has its own model profile, whose model name
 * tells the scripted server which summary to return. So the source, title and prompt are the same as for a user.
 */
export async function openShippedChecker(laneCount: number): Promise<ShippedChecker> {
  const home = mkdtempSync(join(tmpdir(), 'precis-ground-'));
  const summaries = new Map<string, string>();
  const model = await startScriptedModel({
    reply: ({ model: lane }) => {
      model.requests.length = 0;
      return { chunks: [summaries.get(lane) ?? ''] };
    },
  });
  const watch = watchServer();
  const server = await startServer({ home, databaseUrl: null, onSpawn: watch.begin });

  const lanes = await Promise.all(
    Array.from({ length: laneCount }, async (_, index): Promise<Lane> => {
      const name = `lane-${index}`;
      const profileId = await addProfile(server, name, model.baseUrl('openai'));
      return {
        check(planned) {
          summaries.set(name, planned.request.summary);
          return checkOverHttp(server, profileId, planned);
        },
      };
    }),
  );

  return {
    lanes,
    async close() {
      watch.end();
      await server.end('SIGTERM');
      await model.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function addProfile(server: ServerProcess, name: string, baseUrl: string): Promise<ModelProfileId> {
  const profile = modelProfileInputSchema.parse({
    id: name,
    name,
    provider: 'openai-compatible',
    model: name,
    baseUrl,
    // The longest source must fit into one call, and a summary may be as long as its source.
    contextTokens: 1_000_000,
    maxOutputTokens: 100_000,
  });
  return (await server.client.models.put(profile)).id;
}

async function checkOverHttp(
  { client }: ServerProcess,
  modelProfileId: ModelProfileId,
  { request, targetLanguage, detailLevel }: PlannedCheck,
): Promise<CheckAnswer> {
  const { id } = await client.summarize({
    text: request.source,
    targetLanguage,
    detailLevel,
    modelProfileId,
    // Some sources are shorter than the server allows by default, but a user can insist.
    anyway: true,
  });
  for await (const event of client.runs.events(id)) {
    if (event.type === 'run-end' && event.status !== 'succeeded') {
      throw new Error(`the run ${event.status}: ${event.errorCode} ${event.message}`);
    }
  }
  const { summary } = await client.runs.get(id);
  if (!summary?.grounding) throw new Error('the run has no stored grounding');
  return toAnswer(request, { text: summary.text, grounding: summary.grounding });
}

interface Grounded extends Pick<Summary, 'text'> {
  grounding: Grounding & { score?: number };
}

/** The server trims the summary, but offsets must count from the start of the summary that was sent. */
function toAnswer({ id, summary }: PlannedCheck['request'], { text, grounding }: Grounded): CheckAnswer {
  const offset = summary.indexOf(text);
  if (offset < 0) throw new Error('the stored summary is not the text the model sent');
  const shift = <T extends { start: number; end: number }>(span: T): T => ({
    ...span,
    start: span.start + offset,
    end: span.end + offset,
  });
  const { sentences } = grounding;
  const quoted = sentences.filter(({ state }) => state === 'quoted').length;
  return {
    id,
    score: grounding.score ?? (sentences.length === 0 ? 0.5 : quoted / sentences.length),
    sentences: sentences.map(({ start, end, state, flags, details }) => ({
      ...shift({ start, end }),
      state,
      details: details.map(({ verdict }) => verdict),
      flags: flags.map(({ kind, start: from, end: to }) => ({ kind, ...shift({ start: from, end: to }) })),
    })),
  };
}
