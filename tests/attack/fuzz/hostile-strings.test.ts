import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { checkAnswer } from './check-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { openFuzzBench } from './open-fuzz-bench.ts';
import { type Operation, readOperations } from './read-operations.ts';
import { fittingRequests } from './requests.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const hostile = ['\u0000', ' \t\u200b\n ', '\ud800', 'x'.repeat(10_000)];
/** The number of valid bodies per operation. Several bodies cover optional fields too. */
const samples = isFull ? 12 : 1;
const inFlight = 8;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Makes a copy of the body for each string in it, with that string replaced. Known ids stay. */
function* withEachString(body: Json, replacement: string): Generator<Json> {
  const places: (string | number)[][] = [];
  const visit = (node: Json, path: (string | number)[]): void => {
    if (typeof node === 'string' && !node.startsWith('⟦')) places.push(path);
    else if (Array.isArray(node)) node.forEach((inner, at) => visit(inner, [...path, at]));
    else if (typeof node === 'object' && node !== null)
      for (const [name, inner] of Object.entries(node)) visit(inner, [...path, name]);
  };
  visit(body, []);
  for (const path of places) yield replaceAt(body, path, replacement);
}

function replaceAt(node: Json, [first, ...rest]: (string | number)[], replacement: string): Json {
  if (first === undefined) return replacement;
  if (Array.isArray(node))
    return node.map((inner, at) => (at === first ? replaceAt(inner, rest, replacement) : inner));
  const fields = node as { [name: string]: Json };
  return { ...fields, [first]: replaceAt(fields[first] ?? null, rest, replacement) };
}

describeEachPlace('hostile strings in every field that can be written', (current) => {
  test('are refused or kept so that everything can be listed afterwards', { timeout: 300_000 }, async ({
    skip,
  }) => {
    const { place, dialect } = current();
    // Both dialects store the same texts: see tests/contract/store/hostile-text.test.ts.
    skip(!isFull && dialect === 'postgres');
    const bench = await openFuzzBench(place);
    try {
      await bench.fill();
      const document = await readOperations(bench.url);
      const send = async (operation: Operation, request: FuzzRequest): Promise<number> => {
        const answer = await bench.sender.send(request);
        const fault = checkAnswer(request, answer, { operation, resolve: document.resolve });
        if (fault !== null)
          throw new Error(`${request.method} ${request.path} ${request.body?.text}: ${fault}`);
        return answer.status;
      };
      const sampled = (operation: Operation, numRuns: number) =>
        fc.sample(fittingRequests(operation, document), { seed: 1, numRuns });

      const writing = document.operations.filter(({ body }) => body !== null);
      expect(writing.length).toBeGreaterThan(20);
      let kept = 0;
      for (const operation of writing) {
        const requests = sampled(operation, samples).flatMap((request) =>
          hostile.flatMap((text) =>
            [...withEachString(JSON.parse(request.body?.text ?? 'null'), text)].map((body) => ({
              ...request,
              body: { text: JSON.stringify(body) },
            })),
          ),
        );
        for (let from = 0; from < requests.length; from += inFlight) {
          const batch = requests.slice(from, from + inFlight).map((request) => send(operation, request));
          kept += (await Promise.all(batch)).filter((status) => status < 300).length;
        }
      }
      expect(kept).toBeGreaterThan(10);

      const reading = document.operations.filter(({ method }) => method === 'GET');
      for (const operation of reading) {
        for (const request of sampled(operation, 1)) {
          const status = await send(operation, { ...request, query: requiredQuery(operation, request) });
          if (operation.id.startsWith('list') && !operation.path.includes('{'))
            expect({ path: operation.path, status }).toMatchObject({ status: 200 });
        }
      }
      expect(bench.written()).toBe('');
    } finally {
      await bench.close();
    }
  });
});

/** Keeps only required parameters, so that lists are complete. */
function requiredQuery({ parameters }: Operation, { query }: FuzzRequest): FuzzRequest['query'] {
  const required = new Set(parameters.filter(({ required }) => required === true).map(({ name }) => name));
  return query.filter(([name]) => required.has(name));
}
