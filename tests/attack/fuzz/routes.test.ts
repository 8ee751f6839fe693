import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { checkAnswer } from './check-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { type FuzzBench, openFuzzBench } from './open-fuzz-bench.ts';
import { readOperations } from './read-operations.ts';
import { requestsOf } from './requests.ts';
import { targetOf } from './send-request.ts';
import { createTally } from './tally.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const inFlight = 10;
/** Much is deleted in a round, and made again before the next. */
const requestsPerRound = 500;
const rounds = isFull ? 21 : 3;
/** With what a full run was seen to take, several times over; a leak of every request's body is far beyond it. */
const mostMemoryMb = 700;
const timeLimitMs = isFull ? 900_000 : 120_000;

describeEachPlace('requests made from the document', (current) => {
  test('are all answered in time, as the document says, and leave the server whole', {
    timeout: timeLimitMs + 60_000,
  }, async () => {
    const { place, dialect } = current();
    const bench = await openFuzzBench(place);
    try {
      await fuzz(bench, dialect);
      expect(bench.isAlive()).toBe(true);
      expect(bench.written()).toBe('');
    } finally {
      await bench.close();
    }
    const store = await openStore(place);
    try {
      expect(await store.checkIntegrity()).toBeNull();
      expect(
        (await store.listIssues({ limit: 200 })).items.filter(({ code }) => code === 'internal'),
      ).toEqual([]);
    } finally {
      await store.close();
    }
  });
});

async function fuzz({ url, pool, sender, fill, memoryMb }: FuzzBench, name: string): Promise<void> {
  const document = await readOperations(url);
  const operations = new Map(document.operations.map((operation) => [operation.id, operation]));
  const tally = createTally();
  const memoryBefore = memoryMb();

  async function sendOne(request: FuzzRequest): Promise<void> {
    const operation = operations.get(request.operation);
    if (operation === undefined) throw new Error(`there is no ${request.operation}`);
    const where = `${request.method} ${targetOf(request, pool)}`;
    const answer = await sender.send(request).catch((error: unknown) => {
      throw new Error(`${where}: ${String(error)}`, { cause: error });
    });
    if (request.method === operation.method) tally.count(operation.id, answer.status);
    const fault = checkAnswer(request, answer, { operation, resolve: document.resolve });
    if (fault !== null) throw new Error(`${where}: ${fault}`);
    if (answer.status < 300 && answer.mediaType === 'application/json' && answer.text !== '') {
      pool.learn(where.split(' ')[1] ?? '', JSON.parse(answer.text));
    }
  }

  const requests = fc.oneof(
    ...document.operations.map((operation) => ({
      // Else there is soon nothing left to ask for.
      weight: operation.method === 'DELETE' ? 1 : 2,
      arbitrary: requestsOf(operation, document),
    })),
  );
  const batches = fc.array(requests, { minLength: inFlight, maxLength: inFlight });
  const seed = Number(process.env.PRECIS_FUZZ_SEED ?? Date.now() % 2 ** 31);
  for (let round = 0; round < rounds; round += 1) {
    await fill();
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => void (await Promise.all(batch.map(sendOne)))),
      {
        seed: seed + round,
        numRuns: Math.ceil(requestsPerRound / inFlight),
        interruptAfterTimeLimit: timeLimitMs,
        markInterruptAsFailure: true,
      },
    );
  }

  const ids = [...operations.keys()];
  const without = tally.without2xx(ids);
  console.log(
    `${name}, seed ${seed}: ${tally.total()} requests, ${memoryBefore} → ${memoryMb()} MB\n${tally.toString()}`,
    `\nwithout a success: ${without.join(', ') || 'none'}`,
  );
  expect(ids.filter((id) => !tally.reached(id))).toEqual([]);
  expect(memoryMb()).toBeLessThan(mostMemoryMb);
  if (isFull) expect(without).toEqual([]);
}
