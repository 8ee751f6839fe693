import { mkdtempSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { openStore } from '#store/open-store.ts';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { checkAnswer } from './check-answer.ts';
import { openFuzzBench } from './open-fuzz-bench.ts';
import { readOperations } from './read-operations.ts';
import { requestsOf } from './requests.ts';
import { targetOf } from './send-request.ts';
import { createTally } from './tally.ts';

const pgs = process.argv[3] === 'pg' ? await startPostgres() : null;
const place = { home: mkdtempSync('/tmp/fz/home-'), databaseUrl: pgs ? await createDatabase(pgs.url) : null };
const bench = await openFuzzBench(place);
const { url, pool, sender } = bench;
try {
  await bench.fill();
} catch (e) {
  console.log(e);
  await bench.close();
  process.exit(1);
}
const doc = await readOperations(url);
const ops = new Map(doc.operations.map((o) => [o.id, o]));
const tally = createTally();
const seed = Number(process.env.SEED ?? 7);
const n = Number(process.argv[2] ?? 500);
const faults = new Map<string, { n: number; ex: string }>();
const arb = fc.oneof(
  ...doc.operations.map((o) => ({ weight: o.method === 'DELETE' ? 1 : 2, arbitrary: requestsOf(o, doc) })),
);
const start = Date.now();
const all = fc.sample(arb, { seed, numRuns: n });
console.log('sampled', Date.now() - start, 'mem', bench.memoryMb());
let slow: [number, string][] = [];
for (let i = 0; i < all.length; i += 10) {
  if (i % 500 === 0 && i > 0) await bench.fill();
  await Promise.all(
    all.slice(i, i + 10).map(async (r) => {
      const op = ops.get(r.operation)!;
      const where = `${r.method} ${targetOf(r, pool)}`;
      let f: string | null;
      const t = Date.now();
      try {
        const a = await sender.send(r);
        if (r.method === op.method) tally.count(op.id, a.status);
        f = checkAnswer(r, a, { operation: op, resolve: doc.resolve });
        if (a.status < 300 && a.mediaType === 'application/json' && a.text !== '')
          pool.learn(targetOf(r, pool), JSON.parse(a.text));
      } catch (e) {
        f = 'EX ' + String(e);
      }
      slow.push([Date.now() - t, where.slice(0, 100)]);
      if (f !== null) {
        const key = `${op.id}: ${f.replace(/[0-9a-f-]{36}/g, 'ID').slice(0, 90)}`;
        const old = faults.get(key);
        if (old) old.n++;
        else
          faults.set(key, {
            n: 1,
            ex: `${where.slice(0, 200)} ${JSON.stringify(r.headers)} ${pool.fillInJson(r.body?.text ?? '').slice(0, 300)}\n      ${f.slice(0, 500)}`,
          });
      }
    }),
  );
}
console.log((Date.now() - start) / 1000, 's', bench.memoryMb(), 'MB');
slow.sort((a, b) => b[0] - a[0]);
console.log(slow.slice(0, 8));
for (const [k, { n, ex }] of faults) console.log(`## ${n}x ${k}\n   ${ex}`);
writeFileSync('/tmp/fz/tally.txt', tally.toString());
console.log(tally.toString().split('\n')[0]);
console.log('without', tally.without2xx([...ops.keys()]));
console.log('alive', bench.isAlive(), 'stderr', bench.written().slice(0, 6000));
await bench.close();
const store = await openStore(place);
console.log('integrity', await store.checkIntegrity());
console.log((await store.listIssues({ limit: 200 })).items.filter((i) => i.code === 'internal').slice(0, 3));
await store.close();
await pgs?.stop();
process.exit(0);
