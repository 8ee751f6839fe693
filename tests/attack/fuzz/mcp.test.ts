import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { breakages } from './breakages.ts';
import { leaks } from './check-answer.ts';
import { fittingValues } from './fitting-values.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { hostileTexts, type Json, mutate, mutations } from './hostile.ts';
import { type FuzzBench, openFuzzBench } from './open-fuzz-bench.ts';
import type { JsonSchema } from './read-operations.ts';
import type { FuzzAnswer } from './send-request.ts';
import { createTally } from './tally.ts';

const requests = process.env.PRECIS_FAULT === 'full' ? 1000 : 60;
/** The largest number of requests at once, which is half as many on average. */
const inFlight = 10;

const toolsSchema = z.object({
  result: z.object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.unknown() })) }),
});
const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
  result: z.looseObject({ isError: z.boolean().optional() }).optional(),
});

describeEachPlace('messages to the MCP endpoint', (current) => {
  test('are all answered as the protocol says, whatever they are', { timeout: 300_000 }, async () => {
    const bench = await openFuzzBench(current().place);
    try {
      await bench.fill();
      await fuzz(bench);
      expect(bench.isAlive()).toBe(true);
      expect(bench.written()).toBe('');
    } finally {
      await bench.close();
    }
  });
});

async function fuzz({ sender }: FuzzBench): Promise<void> {
  await sender.send({
    ...toRequest({ reader: { allowAgents: true } }),
    operation: 'patchSettings',
    method: 'PATCH',
    path: '/api/settings',
  });
  const listed = await sender.send(toRequest({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  const { tools } = toolsSchema.parse(JSON.parse(listed.text)).result;
  expect(tools.map(({ name }) => name)).toContain('reader_get');
  const tally = createTally();
  const calls = tools.map(({ name, inputSchema }) =>
    fittingValues(inputSchema as JsonSchema, (schema) => schema).map(
      (input): Json => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    ),
  );
  const others = fc.oneof(
    fc.constantFrom(
      'initialize',
      'ping',
      'tools/list',
      'resources/list',
      'resources/read',
      'prompts/get',
      'server/discover',
      'subscriptions/listen',
      '',
    ),
    hostileTexts,
  );
  const messages = fc.oneof(
    ...calls.map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: 2, arbitrary: others.map((method): Json => ({ jsonrpc: '2.0', id: 1, method, params: {} })) },
    { weight: 1, arbitrary: fc.array(fc.oneof(...calls), { maxLength: 5 }) },
  );
  const all = fc.oneof(
    messages.map(toRequest),
    messages.map(toCurrentRequest),
    fc
      .tuple(messages.map(toCurrentRequest), breakages)
      .map(([request, change]) => ({ ...request, ...change(request) })),
    fc
      .tuple(messages, fc.array(mutations, { minLength: 1, maxLength: 3 }))
      .map(([message, changes]) => toRequest(changes.reduce(mutate, message))),
    fc.tuple(messages.map(toRequest), breakages).map(([request, change]) => {
      const changed = { ...request, ...change(request) };
      return { ...changed, headers: { ...request.headers, ...changed.headers } };
    }),
  );
  const batches = fc.array(all, { minLength: 1, maxLength: inFlight, size: 'max' });
  const send = async (request: FuzzRequest) => {
    const answer = await sender.send(request);
    tally.count('mcp', answer.status);
    check(answer);
  };
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => void (await Promise.all(batch.map(send)))),
    { numRuns: requests / (inFlight / 2) },
  );
  console.log(tally.lines()[0]);
}

function toRequest(message: Json): FuzzRequest {
  return {
    operation: 'mcp',
    method: 'POST',
    path: '/mcp',
    params: {},
    query: [],
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: { text: JSON.stringify(message) ?? '' },
  };
}

/** The same message in protocol version 2026-07-28, which repeats its method in headers. */
function toCurrentRequest(message: Json): FuzzRequest {
  const { method = '', params = {} } = Object(message) as { method?: string; params?: { name?: string } };
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
    [CLIENT_INFO_META_KEY]: { name: 'fuzz', version: '1' },
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  const request = toRequest({ ...Object(message), params: { ...params, _meta } });
  const named = { 'mcp-method': method, ...(params.name === undefined ? {} : { 'mcp-name': params.name }) };
  const sendable = Object.entries(named).filter(([, value]) => /^[\x21-\x7e]+$/.test(value));
  return {
    ...request,
    headers: {
      ...request.headers,
      'mcp-protocol-version': '2026-07-28',
      ...Object.fromEntries(sendable),
    },
  };
}

function check({ status, mediaType, text }: FuzzAnswer): void {
  expect({ status, text }).toMatchObject({ status: expect.toSatisfy((value: number) => value < 500) });
  expect(mediaType).not.toBe('text/html');
  if (text === '') return;
  expect(mediaType).toMatch(/^application\/(problem\+)?json$/);
  const value: unknown = JSON.parse(text);
  // The guards before the endpoint have their own error format.
  if (mediaType !== 'application/json') return;
  for (const message of [value].flat()) {
    const { error, result } = messageSchema.parse(message);
    expect(error ?? result).toBeDefined();
    if (error !== undefined) expect(error.message).not.toMatch(leaks);
    if (result?.isError === true) expect(JSON.stringify(result)).not.toMatch(leaks);
  }
}
