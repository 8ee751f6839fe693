import pg from 'pg';
const c = new pg.Client({ connectionString: process.argv[2] }); await c.connect();
const ex = async (name, sql) => { const { rows } = await c.query('explain (analyze, buffers) ' + sql); console.log('##', name); console.log(rows.map(r => r['QUERY PLAN']).join('\n')); };
console.log((await c.query("select pg_size_pretty(pg_total_relation_size('entry_search')) t, pg_size_pretty(pg_relation_size('entry_search')) h, pg_size_pretty(pg_relation_size('entry_search_by_term')) g, current_setting('jit') j, current_setting('shared_buffers') sb, current_setting('work_mem') w")).rows);
const join = (q, col='terms', cond='') => `select entries.id, entries.published_at from entry_search cross join entries where entries.id = entry_search.entry_id and entry_search.${col} @@ '${q}'::tsquery ${cond} order by entry_search.entry_id desc limit 1000`;
const sub = (q, col='terms') => `select entries.id, entries.published_at from (select entry_id from entry_search where ${col} @@ '${q}'::tsquery order by entry_id desc limit 1000) s join entries on entries.id = s.entry_id`;
for (const which of (process.argv[3] ?? 'a').split(',')) {
 if (which==='a') await ex('zh any', join("''温度''".replaceAll("''","''")));
 if (which==='b') await ex('zh any sub', sub("''温度''"));
 if (which==='c') await ex('zh title', join("''温度''",'title_terms'));
 if (which==='d') await ex('the', join("''the'':*"));
 if (which==='e') await ex('rare', join("''zanzibar'':*"));
 if (which==='f') await ex('zh1', join("''温'':*"));
 if (which==='g') await ex('zh1 sub', sub("''温'':*"));
}
await c.end();
