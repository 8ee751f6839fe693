import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { createUpstreamAgent, createUpstreamFetch } from './upstream-fetch.ts';

let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel();
});
afterEach(() => server.close());

function fetchFor(origin: string): typeof globalThis.fetch {
  return createUpstreamFetch({ agent: createUpstreamAgent(), origin, hasKey: true, streamFormat: 'sse' });
}

test('no other origin than the profile’s is ever called', async () => {
  const call = fetchFor('https://api.example.com')(`${server.url}/v1/chat/completions`, { method: 'POST' });
  await expect(call).rejects.toMatchObject({ code: 'model_redirected' });
  expect(server.requests).toHaveLength(0);
});

test.each([301, 302, 303, 307, 308])(
  'status %i is refused, and its target named without path and query',
  async (status) => {
    server.script({ fault: { kind: 'redirect', status, location: 'https://elsewhere.example/x?token=abc' } });
    const call = fetchFor(server.url)(`${server.url}/v1/chat/completions`, { method: 'POST', body: '{}' });
    await expect(call).rejects.toMatchObject({
      code: 'model_redirected',
      message: expect.stringMatching(/to https:\/\/elsewhere\.example\. /),
    });
  },
);

test('an answer in one piece, where a stream was asked for, is refused', async () => {
  server.script({ fault: { kind: 'status', status: 200, body: '{"choices":[]}' } });
  const call = fetchFor(server.url)(`${server.url}/v1/chat/completions`, { method: 'POST', body: '{}' });
  await expect(call).rejects.toMatchObject({ code: 'model_bad_response' });
});
