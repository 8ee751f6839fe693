import type { Context } from 'hono';
import type { KeptAnswer } from '#engine/key-store.ts';
import { idempotencyKeyHeader, replayedHeader } from '#schema/headers.ts';
import type { RunId } from '#schema/ids.ts';
import { hashRequest } from './hash-request.ts';
import { holdKey, type KeyPorts } from './hold-key.ts';

interface AnswerOnce {
  keys: KeyPorts;
  /** Parsed. */
  body: unknown;
  work(runId: RunId | undefined, claim: { isFirst: boolean }): Promise<Response>;
}

/**
 * Runs a request with an Idempotency-Key only once; repeats get the same response. Errors are not kept:
 * they changed nothing, and the same request may succeed later. The work gets the id that its run must have.
 */
export async function answerOnce(c: Context, { keys, body, work }: AnswerOnce): Promise<Response> {
  const key = c.req.header(idempotencyKeyHeader);
  if (key === undefined) return work(undefined, { isFirst: true });
  const requestHash = await hashRequest(c, body, keys.hash);
  const { signal } = c.req.raw;
  const held = await holdKey(keys, { key, requestHash, signal }, async ({ runId, isFirst }) => {
    const result = await work(runId, { isFirst });
    return { result, answer: result.ok ? await readAnswer(result) : null };
  });
  if ('result' in held) return held.result;
  const { status, headers, body: kept } = held.answer;
  return new Response(kept, { status, headers: { ...headers, [replayedHeader]: 'true' } });
}

async function readAnswer(response: Response): Promise<KeptAnswer> {
  const { status, headers } = response;
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status, headers: Object.fromEntries(kept), body: await response.clone().text() };
}
