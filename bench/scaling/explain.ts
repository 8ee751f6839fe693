import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';

export interface Plan {
  /** The access to each table, in one line. */
  line: string;
  /** The tables in which every row or every index entry is read. */
  scans: string[];
}

interface Access {
  /**
   * `seek` uses a condition of an index, `walk` follows an index until there are enough rows, and `scan` reads
   * everything.
   */
  how: 'seek' | 'walk' | 'scan' | 'search';
  what: string;
  table: string;
}

/** A table with fewer rows is ignored, because databases scan small tables on purpose. */
const smallTableRows = 5000;

/** Reads the plans that the database reports for the statements. */
export async function explain(database: Database, statements: readonly CompiledQuery[]): Promise<Plan> {
  const accesses = await database.db.connection().execute(async (db) => {
    if (database.dialect === 'sqlite') return explainSqlite(db, statements);
    await sql`begin`.execute(db);
    try {
      return await explainPostgres(db, statements);
    } finally {
      await sql`rollback`.execute(db);
    }
  });
  const scans: string[] = [];
  for (const { how, table } of accesses) {
    if (how === 'scan' && !(await isSmall(database.db, table))) scans.push(table);
  }
  const shown = accesses.filter(({ how, table }) => how !== 'scan' || scans.includes(table));
  const line = [...new Set(shown.map(({ how, what }) => `${how} ${what}`))].join(', ');
  return { line, scans: [...new Set(scans)] };
}

interface Step {
  id: number;
  parent: number;
  detail: string;
}

async function explainSqlite(db: Kysely<Tables>, statements: readonly CompiledQuery[]): Promise<Access[]> {
  const names = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const tables = new Set(names.rows.map(({ name }) => name));
  const accesses: Access[] = [];
  for (const statement of statements) {
    const text = `explain query plan ${statement.sql}`;
    const { rows } = await db.executeQuery<Step>({ ...statement, sql: text });
    // A sort within the subquery of a row does not keep the list from stopping.
    const isSorted = rows.some(({ detail, parent }) => parent === 0 && detail.startsWith('USE TEMP B-TREE'));
    // With a limit and in index order, a scan stops when there are enough rows. A list needs all rows.
    const stops = /\blimit\b/i.test(statement.sql) && !isSorted;
    const lists = rows.filter(({ detail }) => detail.startsWith('LIST SUBQUERY')).map(({ id }) => id);
    for (const { detail, parent } of rows) {
      accesses.push(...readDetail(detail, stops && !lists.includes(parent)));
    }
  }
  // Other names are aliases within the statement.
  return accesses.filter(({ how, table }) => how !== 'scan' || tables.has(table));
}

function readDetail(detail: string, stops: boolean): Access[] {
  const [, verb, table = '', index] =
    /^(SCAN|SEARCH) (\w+)(?:.* USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
  if (verb === undefined) return [];
  if (detail.includes('VIRTUAL TABLE')) return [{ how: 'search', what: table, table }];
  const what = index === undefined || index.startsWith('sqlite_autoindex') ? table : index;
  if (verb === 'SEARCH') return [{ how: 'seek', what, table }];
  return [{ how: stops ? 'walk' : 'scan', what, table }];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

async function explainPostgres(db: Kysely<Tables>, statements: readonly CompiledQuery[]): Promise<Access[]> {
  const accesses: Access[] = [];
  for (const statement of statements) {
    if (statement.sql.startsWith('set local')) {
      await db.executeQuery(statement);
      continue;
    }
    const text = `explain (format json) ${statement.sql}`;
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
      ...statement,
      sql: text,
    });
    const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (root) accesses.push(...readNode(root, { stops: false, table: '' }));
  }
  return accesses;
}

function readNode(node: PlanNode, above: { stops: boolean; table: string }): Access[] {
  const type = node['Node Type'];
  const table = node['Relation Name'] ?? above.table;
  // A sort or aggregate reads everything before the limit above it gets the first row.
  const readsAll = type.includes('Sort') || type.includes('Hash') || type.includes('Aggregate');
  const stops = type === 'Limit' || (above.stops && !readsAll);
  const below = (node.Plans ?? []).flatMap((plan) => readNode(plan, { stops, table }));
  if (type === 'Seq Scan') return [{ how: above.stops ? 'walk' : 'scan', what: table, table }, ...below];
  const index = node['Index Name'];
  if (index === undefined) return below;
  if (/_search_by_(term|title)$/.test(index)) return [{ how: 'search', what: index, table }, ...below];
  const what = index.replace(/_pkey$/, '');
  const how = node['Index Cond'] === undefined ? (above.stops ? 'walk' : 'scan') : 'seek';
  return [{ how, what, table }, ...below];
}

async function isSmall(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${sql.table(table)} limit ${smallTableRows + 1}) as counted
  `.execute(db);
  return (rows[0]?.count ?? 0) <= smallTableRows;
}
