import { z } from '@hono/zod-openapi';
import type { Context, TypedResponse } from 'hono';
import type { KeptAnswer } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import { idempotencyKeyHeader, idempotencyKeySchema, replayedHeader } from '#schema/runs/idempotency-key.ts';
import type { Run } from '#schema/runs/run.ts';
import { hashRequest } from './hash-request.ts';
import { holdKey, type KeyPorts } from './hold-key.ts';

/** For the description of a route whose handler goes through `answerOnce` or `startRunOnce`. */
export const keyHeaders = z.object({
  [idempotencyKeyHeader]: idempotencyKeySchema.optional().openapi({
    description: 'Repeating a request with the same key within 24 hours returns the same response.',
  }),
});

/**
 * Runs a request with an Idempotency-Key only once; repeats get the same response. Errors are not kept:
 * they changed nothing, and the same request may succeed later. The work gets the id that its run must have.
 */
export async function answerOnce<R extends Response>(
  c: Context,
  keys: KeyPorts,
  work: (runId: RunId | undefined, claim: { isFirst: boolean }) => Promise<R>,
): Promise<R> {
  const key = c.req.header(idempotencyKeyHeader);
  if (key === undefined) return work(undefined, { isFirst: true });
  const requestHash = await hashRequest(c, keys.hash);
  const held = await holdKey(
    keys,
    { key, requestHash, signal: c.req.raw.signal },
    async ({ runId, isFirst }) => {
      const result = await work(runId, { isFirst });
      return { result, answer: result.ok ? await readAnswer(result) : null };
    },
  );
  if ('result' in held) return held.result;
  const { status, headers, body } = held.answer;
  // A handler's type says what it answers; this is what it answered.
  return new Response(body, { status, headers: { ...headers, [replayedHeader]: 'true' } }) as R;
}

interface RunStart {
  keys: KeyPorts;
  getRun(id: RunId): Promise<Run | null>;
  start(runId: RunId | undefined): Promise<Run>;
}

/** Starts a run and returns it. If the first request with the key died after starting its run, that run is found. */
export function startRunOnce(
  c: Context,
  { keys, getRun, start }: RunStart,
): Promise<Response & TypedResponse<Run, 202, 'json'>> {
  return answerOnce(c, keys, async (runId, { isFirst }) => {
    const run = (runId === undefined || isFirst ? null : await getRun(runId)) ?? (await start(runId));
    return c.json(run, 202, { Location: `/api/runs/${run.id}` });
  });
}

async function readAnswer(response: Response): Promise<KeptAnswer> {
  const { status, headers } = response;
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status, headers: Object.fromEntries(kept), body: await response.clone().text() };
}
