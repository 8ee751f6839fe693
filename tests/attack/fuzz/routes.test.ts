import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { checkAnswer } from './check-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { type FuzzBench, openFuzzBench } from './open-fuzz-bench.ts';
import { type Operation, readOperations } from './read-operations.ts';
import { fittingRequests, requestsOf } from './requests.ts';
import { targetOf } from './send-request.ts';
import { createTally } from './tally.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
/** The largest number of requests at once, which is half as many on average. A failure shrinks to the minimum. */
const inFlight = 16;
/** A round deletes much, which is created again before the next round. */
const requestsPerRound = isFull ? 500 : 300;
const rounds = isFull ? 21 : 1;
/**
 * The limit for memory. About 600 MB was seen, mostly after the first few thousand requests. A leak per request would
 * far exceed the limit.
 */
const mostMemoryMb = 1000;
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
        (await store.runs.listIssues({ limit: 200 })).items.filter(({ code }) => code === 'internal'),
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
  let sent = 0;
  const memoryBefore = memoryMb();

  async function sendOne(request: FuzzRequest): Promise<void> {
    const operation = operations.get(request.operation);
    if (operation === undefined) throw new Error(`there is no ${request.operation}`);
    sent += 1;
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

  /**
   * Sends one request of each operation while everything exists. Random requests may miss an operation, or never
   * succeed with it.
   */
  async function sendOneOfEach(seed: number): Promise<void> {
    const deletesLast = document.operations.toSorted((a, b) => weightOf(b) - weightOf(a));
    for (const operation of deletesLast) {
      for (const request of fc.sample(fittingRequests(operation, document), { seed, numRuns: 1 })) {
        await sendOne(request);
      }
    }
  }

  const requests = fc.oneof(
    ...document.operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestsOf(operation, document),
    })),
  );
  const batches = fc.array(requests, { minLength: 1, maxLength: inFlight, size: 'max' });
  // A failure prints the seed of its round. With that seed in the variable, this round runs first.
  const seed = Number(process.env.PRECIS_FUZZ_SEED ?? Date.now() % 2 ** 31);
  for (let round = 0; round < rounds; round += 1) {
    await fill();
    await sendOneOfEach(seed + round);
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => void (await Promise.all(batch.map(sendOne)))),
      {
        seed: seed + round,
        numRuns: Math.ceil(requestsPerRound / (inFlight / 2)),
        interruptAfterTimeLimit: timeLimitMs,
        markInterruptAsFailure: true,
      },
    );
  }

  const ids = [...operations.keys()];
  const without = tally.without2xx(ids);
  const [all, ...each] = tally.lines();
  console.log(
    `${name}, seed ${seed}: ${sent} requests, ${memoryBefore} → ${memoryMb()} MB\n${all}\n`,
    `without a success: ${without.join(', ') || 'none'}${isFull ? `\n${each.join('\n')}` : ''}`,
  );
  expect(ids.filter((id) => !tally.reached(id))).toEqual([]);
  expect(memoryMb()).toBeLessThan(mostMemoryMb);
  if (isFull) expect(without).toEqual([]);
}

/** Deletions are rarer than other requests, since otherwise nothing would be left to request. */
function weightOf({ method }: Operation): number {
  return method === 'DELETE' ? 1 : 2;
}
