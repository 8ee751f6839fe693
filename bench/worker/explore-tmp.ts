import { mkdtempSync, rmSync } from 'node:fs';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { openStore } from '#store/open-store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { fillStore } from './fill-store.ts';
const which = process.argv[2] ?? 'sqlite';
const size = Number(process.argv[3] ?? 10000);
const home = mkdtempSync('/tmp/explore-');
const pg = which === 'postgres' ? await startPostgres() : null;
const place = { home, databaseUrl: pg ? await createDatabase(pg.url) : null };
await fillStore(place, { from: 0, to: size });
import pgm from 'pg';
if (pg) { const c = new pgm.Client({ connectionString: place.databaseUrl! }); await c.connect(); await c.query('vacuum analyze'); 
 const st = await c.query("select relname, reltuples, pg_size_pretty(pg_total_relation_size(oid)) from pg_class where relname like 'observations%'"); console.log(st.rows.map(r=>Object.values(r).join(' ')).join('\n'));
 for (const q of ["'zanzibar':*", "'qqqqqq':*", "'word141':*", "'error':* & 'token':*", "'the*'"]) {
  await c.query("begin; set local cpu_operator_cost = 0.2; set local max_parallel_workers_per_gather = 0");
  const r = await c.query(`explain (analyze, buffers) select id from observations_search where terms @@ $$${q}$$::tsquery order by at desc, id desc limit 200`); console.log(q, r.rows.map(x=>x['QUERY PLAN']).join('\n')); await c.query('commit'); }
 await c.end(); }
const store = await openStore(place);
async function time(name: string, work: () => Promise<unknown[] | number | object>) {
  const times = [];
  let found: any;
  for (let n = 0; n < 12; n++) { const s = performance.now(); found = await work(); if (n > 1) times.push(performance.now() - s); }
  times.sort((a, b) => a - b);
  console.log(name.padEnd(44), String(Array.isArray(found) ? found.length : typeof found === 'number' ? found : '').padStart(6), times[5].toFixed(2), times[9].toFixed(2));
}
const s = (q: string, o: any = {}, kind: any = 'observation') => () => store.searchCards(kind, { terms: parseSearch(q).terms, order: 'newest', limit: 200, ...o });
for (const kind of ['prompt', 'observation'] as const) {
await time(kind + ' common', s('the', {}, kind));
await time(kind + ' error', s('error', {}, kind));
await time(kind + ' function (long prefix)', s('function', {}, kind));
await time(kind + ' two', s('error token', {}, kind));
await time(kind + ' common oldest', s('the', { order: 'oldest' }, kind));
await time(kind + ' common small project', s('the', { projects: ['project-19'] }, kind));
await time(kind + ' word141', s('word141', {}, kind));
await time(kind + ' word141 project', s('word141', { projects: ['project-19'] }, kind));
await time(kind + ' rare', s('zanzibar', {}, kind));
await time(kind + ' prefix 2', s('wo', {}, kind));
await time(kind + ' chinese', s('温度', {}, kind));
await time(kind + ' chinese 1', s('温', {}, kind));
await time(kind + ' nothing', s('qqqqqq', {}, kind));
await time(kind + ' from', s('the', { from: Date.now() - 86400000 * 300, to: Date.now() - 86400000 * 299 }, kind));
await time(kind + ' limit 20', s('the', { limit: 20 }, kind));
await time(kind + ' count the', () => store.countCards(kind, { term: { text: 'the', prefix: true }, atMost: 1000 }));
await time(kind + ' count function', () => store.countCards(kind, { term: { text: 'function', prefix: true }, atMost: 1000 }));
await time(kind + ' count zanzibar', () => store.countCards(kind, { term: { text: 'zanzibar', prefix: true }, atMost: 1000 }));
await time(kind + ' count all', () => store.countCards(kind, { term: null, atMost: 1000 }));
await time(kind + ' list newest', () => store.listRecords(kind, { order: 'newest', offset: 0, limit: 100 }));
await time(kind + ' list project', () => store.listRecords(kind, { projects: ['project-3'], order: 'newest', offset: 0, limit: 100 }));
await time(kind + ' list deep', () => store.listRecords(kind, { order: 'newest', offset: size / 20, limit: 100 }));
await time(kind + ' list 3 projects', () => store.listRecords(kind, { projects: ['project-3', 'project-1', 'project-9'], order: 'newest', offset: 0, limit: 40 }));
}
await time('projects', () => store.listProjects());
await time('counts', () => store.countSessions());
await time('sessions', () => store.listSessions({ offset: 0, limit: 100 }));
await time('add observation', () => store.addObservation({ contentSessionId: 'bench-3', toolName: 'x', toolInput: 'hello world', toolResponse: 'the token '.repeat(50), cwd: '', eventKey: String(Math.random()), at: Date.now() }));
await time('add summary', () => store.addSummary({ contentSessionId: 'bench-4', fields: { request: 'a b', investigated: 'c', learned: 'd', completed: 'e', next_steps: 'f', notes: null }, contentHash: String(Math.random()), at: Date.now() }));
await store.close();
await pg?.stop();
rmSync(home, { recursive: true });
