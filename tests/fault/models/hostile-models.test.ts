import { createServer as createTlsServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import { fallbackId, primaryId, textOf } from '#tests/contract/engine/open-bench.ts';
import type { Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import { broken, flooding, type HostileCase, refusing, silent } from './behaviours.ts';
import { type HostileBench, openHostileBench, protocols } from './open-hostile-bench.ts';
import { startHostileModel } from './start-hostile-model.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = await openHostileBench();
});
afterAll(() => bench?.close());

/** These time-outs are so long that a case ends before them for its own reason, even on a busy machine. */
const patient = { firstTokenMs: 60_000, idleMs: 60_000, runMs: 90_000 };

interface Provoked {
  run: Run;
  ends: number;
  issues: string[];
  kept: unknown;
}

/** Runs a task on a model server that behaves this way, and returns the outcome. */
async function provoke(protocol: Protocol, { behave, timeouts }: HostileCase): Promise<Provoked> {
  const hostile = await startHostileModel(protocol, behave);
  try {
    const id = await bench.addProfile(protocol, hostile.baseUrl, { timeouts: { ...patient, ...timeouts } });
    const { run, events } = await bench.run([id]);
    const { items } = await bench.core.store.runs.listIssues({ limit: 200 });
    await hostile.untilLeft();
    return {
      run,
      ends: events.filter(({ type }) => type === 'run-end').length,
      issues: items.filter(({ runId }) => runId === run.id).map(({ code }) => code),
      kept: await bench.core.store.reader.getSummaryByRun(run.id),
    };
  } finally {
    await hostile.close();
  }
}

function asExpected({ code }: HostileCase, protocol: Protocol) {
  const errorCode = typeof code === 'function' ? code(protocol) : code;
  return { run: { status: 'failed', errorCode }, ends: 1, issues: [errorCode], kept: null };
}

describe.each(protocols)('with the protocol of %s, a server that', (protocol) => {
  // The tests run in parallel, because most of them only wait.
  test.concurrent.for([...silent, ...broken, ...refusing])(
    '$name ends the run, once',
    { timeout: 120_000 },
    async (hostileCase, { expect }) => {
      const provoked = await provoke(protocol, hostileCase);
      expect(provoked).toMatchObject(asExpected(hostileCase, protocol));
      expect(provoked.run.errorMessage?.length).toBeLessThan(1000);
    },
  );

  test.each(flooding)('$name ends the run, once', async (hostileCase) => {
    const provoked = await provoke(protocol, hostileCase);
    expect(provoked).toMatchObject(asExpected(hostileCase, protocol));
    expect(provoked.run.errorMessage?.length).toBeLessThan(1000);
  });

  test('parts characters over packets is understood', async () => {
    const text = 'Die Brücke bleibt zu. 大桥关闭两年。 Everyone takes the ferry 🚢.';
    const hostile = await startHostileModel(protocol, async ({ begin, write, response, wire, answer }) => {
      begin();
      const whole =
        wire.start(answer) + wire.startText(answer) + wire.text(text, answer) + wire.finish(answer);
      for (const byte of Buffer.from(whole)) await write(Uint8Array.of(byte));
      response.end();
    });
    try {
      const id = await bench.addProfile(protocol, hostile.baseUrl);
      const { run, events } = await bench.run([id]);
      expect(run.status).toBe('succeeded');
      expect(textOf(events)).toBe(text);
    } finally {
      await hostile.close();
    }
  });

  test('sends us elsewhere is not followed, and the key stays at home', async () => {
    let visits = 0;
    const elsewhere = await startHostileModel(protocol, ({ response }) => {
      visits += 1;
      response.end();
    });
    const hostile = await startHostileModel(protocol, ({ response, request }) => {
      response.writeHead(308, { location: `${elsewhere.url}${request.url}` }).end();
    });
    try {
      const id = await bench.addProfile(protocol, hostile.baseUrl);
      const { run } = await bench.run([id]);
      expect(run).toMatchObject({ status: 'failed', errorCode: 'model_redirected' });
      expect([visits, elsewhere.requests]).toEqual([0, 0]);
    } finally {
      await hostile.close();
      await elsewhere.close();
    }
  });
});

test('a server that speaks without encryption where it was promised, or with it where not, is out of reach', async () => {
  const plain = await startHostileModel('openai', () => {});
  const encrypted = createTlsServer(() => {});
  encrypted.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => encrypted.listen(0, '127.0.0.1', resolve));
  const { port } = encrypted.address() as { port: number };
  try {
    const promised = await bench.addProfile('openai', plain.url.replace('http:', 'https:'));
    expect((await bench.run([promised])).run.errorCode).toBe('model_unreachable');
    const notPromised = await bench.addProfile('openai', `http://127.0.0.1:${port}/v1`);
    expect((await bench.run([notPromised])).run.errorCode).toBe('model_unreachable');
  } finally {
    await plain.close();
    await new Promise((resolve) => encrypted.close(resolve));
  }
});

test('after half an answer the fallback begins on a clean page, and its text alone is kept', async () => {
  const hostile = await startHostileModel('openai', async ({ begin, write, socket, wire, answer }) => {
    begin();
    await write(wire.start(answer) + wire.text('A lie that nobody should keep. ', answer));
    socket.resetAndDestroy();
  });
  try {
    const id = await bench.addProfile('openai', hostile.baseUrl);
    bench.fallback.always({ text: 'The bridge will be closed for two years.' });
    const { run, events } = await bench.run([id, fallbackId]);
    expect(run).toMatchObject({ status: 'succeeded', modelProfileId: fallbackId });
    expect(textOf(events)).toBe('The bridge will be closed for two years.');
    expect((await bench.core.store.reader.getSummaryByRun(run.id))?.text).toBe(textOf(events));
  } finally {
    await hostile.close();
  }
});

test('whatever a server does, the summary that is stored stays as it is', async () => {
  const sourceId = 'kept';
  bench.primary.always({ text: 'The bridge will be closed for two years.' });
  const good = await bench.run([primaryId], sourceId);
  const kept = await bench.core.store.reader.getSummaryByRun(good.run.id);
  expect(kept?.text).toBe('The bridge will be closed for two years.');
  for (const { behave } of broken) {
    const hostile = await startHostileModel('openai', behave);
    const id = await bench.addProfile('openai', hostile.baseUrl);
    expect((await bench.run([id], sourceId)).run.status).toBe('failed');
    await hostile.close();
  }
  expect(await bench.core.store.reader.getSummaryByRun(good.run.id)).toEqual(kept);
});
