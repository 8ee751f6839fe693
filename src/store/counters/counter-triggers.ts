import type { OpenedDatabase } from '#store/database.ts';

/** Builds an expression over the columns of a row. `row` is the prefix of each column's name. */
type OfRow = (row: string) => string;

/** Sums over the rows of one table. Triggers update them in the transaction of each change. */
export interface Counter {
  /** `into` is the table of the sums, and `of` is the table whose rows are summed up. */
  into: string;
  of: string;
  keys: Record<string, OfRow>;
  sums: Record<string, OfRow>;
  /** The condition for rows that count. */
  where: OfRow;
  /** The columns whose update changes the sums. It is empty when rows are only added and removed. */
  changes: string[];
  /** Whether many rows are updated at once. */
  inBulk: boolean;
}

/**
 * Each connection to PostgreSQL has counter rows of its own, so that transactions neither wait for each other nor
 * deadlock. A sweep adds these rows up in shard 0. SQLite has one writer and uses only shard 0.
 */
const ownShard = 'pg_backend_pid()';

/** Returns the statements that create the triggers of a counter, which then counts every change. */
export function counterTriggers(counter: Counter, dialect: OpenedDatabase['dialect']): string[] {
  return dialect === 'postgres' ? triggersOfPostgres(counter) : triggersOfSqlite(counter);
}

/**
 * Returns a statement that adds to the sums their difference from a recount. It reads one snapshot, so a change that
 * is made meanwhile affects neither side. The statement returns the keys of sums that differed.
 */
export function toCorrection(counter: Counter): string {
  const { into, of, keys, sums } = counter;
  const names = Object.keys(keys).join(', ');
  const negated = Object.keys(sums).map((name) => `-${name}`);
  // Several counters share a table. A key that is the same for all rows of a counter tells them apart.
  const own = Object.entries(keys)
    .filter(([, expression]) => expression('').startsWith("'"))
    .map(([name, expression]) => `${name} = ${expression('')}`);
  const kept = `select ${names}, ${negated.join(', ')} from ${into} where ${['true', ...own].join(' and ')}`;
  const counted = selectRows(counter, { row: `${of}.`, sign: '', from: `from ${of}` });
  return `${addSums(counter, { shard: '0', from: `${counted} union all ${kept}` })} returning ${names}`;
}

/** The triggers run for each row, which avoids the work of grouping. */
function triggersOfSqlite(counter: Counter): string[] {
  const { of, where, changes } = counter;
  const name = nameOf(counter);
  const statements = [
    `create trigger ${name}_add after insert on ${of} when ${where('new.')} begin ${addRow(counter, 'new')}; end`,
    `create trigger ${name}_remove after delete on ${of} when ${where('old.')} begin ${addRow(counter, 'old')}; end`,
  ];
  if (changes.length > 0)
    statements.push(
      `create trigger ${name}_change after update of ${changes.join(', ')} on ${of}
        begin ${addRow(counter, 'old')}; ${addRow(counter, 'new')}; end`,
    );
  return statements;
}

function addRow(counter: Counter, row: 'old' | 'new'): string {
  const { keys, sums, where } = counter;
  const sign = row === 'old' ? '-' : '';
  const values = [
    ...Object.values(keys).map((expression) => expression(`${row}.`)),
    '0',
    ...Object.values(sums).map((expression) => `${sign}(${expression(`${row}.`)})`),
  ];
  return `${insertInto(counter)} select ${values.join(', ')} where ${where(`${row}.`)} ${addUp(counter)}`;
}

/**
 * The triggers run once for each statement, whatever the number of its rows. Updates of single rows run them only if
 * they set a column that counts.
 */
function triggersOfPostgres(counter: Counter): string[] {
  const { of, changes, inBulk } = counter;
  const name = nameOf(counter);
  const rowsOf = (row: 'old' | 'new') =>
    selectRows(counter, { row: 'own.', sign: row === 'old' ? '-' : '', from: `from ${row}_rows as own` });
  const create = (as: string, from: string, when: string) => [
    `create function ${name}_${as}() returns trigger language plpgsql as $body$
      begin ${addSums(counter, { shard: ownShard, from })}; return null; end $body$`,
    `create trigger ${name}_${as} after ${when} execute function ${name}_${as}()`,
  ];
  const statements = [
    ...create('add', rowsOf('new'), `insert on ${of} referencing new table as new_rows for each statement`),
    ...create(
      'remove',
      rowsOf('old'),
      `delete on ${of} referencing old table as old_rows for each statement`,
    ),
  ];
  if (changes.length === 0) return statements;
  if (!inBulk) {
    const when = `update of ${changes.join(', ')} on ${of} for each row`;
    return [...statements, ...create('change', selectBoth(counter), when)];
  }
  const tables = 'referencing old table as old_rows new table as new_rows';
  const both = `${rowsOf('old')} union all ${rowsOf('new')}`;
  return [...statements, ...create('change', both, `update on ${of} ${tables} for each statement`)];
}

function nameOf({ into, of }: Counter): string {
  return `${into}_of_${of}`;
}

/** Selects the row of a trigger as it was before and after the change. */
function selectBoth(counter: Counter): string {
  const before = selectRows(counter, { row: 'old.', sign: '-', from: '' });
  return `${before} union all ${selectRows(counter, { row: 'new.', sign: '', from: '' })}`;
}

/** Selects what each row adds to the sums. */
export function selectRows(
  { keys, sums, where }: Counter,
  { row, sign, from }: { row: string; sign: '' | '-'; from: string },
): string {
  const columns = [
    ...Object.entries(keys).map(([name, expression]) => `${expression(row)} as ${name}`),
    ...Object.entries(sums).map(([name, expression]) => `${sign}(${expression(row)}) as ${name}`),
  ];
  return `select ${columns.join(', ')} ${from} where ${where(row)}`;
}

/** Rows are written in the order of the keys, so that two transactions that lock the same rows do not deadlock. */
function addSums(counter: Counter, { shard, from }: { shard: string; from: string }): string {
  const names = Object.keys(counter.keys);
  const totals = Object.keys(counter.sums);
  const sumOf = (name: string) => `cast(sum(${name}) as bigint)`;
  return `${insertInto(counter)}
    select ${[...names, shard, ...totals.map(sumOf)].join(', ')} from (${from}) as changed where true
    group by ${names.join(', ')} having ${totals.map((name) => `sum(${name}) <> 0`).join(' or ')}
    order by ${names.join(', ')} ${addUp(counter)}`;
}

function insertInto({ into, keys, sums }: Counter): string {
  return `insert into ${into} (${[...Object.keys(keys), 'shard', ...Object.keys(sums)].join(', ')})`;
}

function addUp({ into, keys, sums }: Counter): string {
  const sets = Object.keys(sums).map((name) => `${name} = ${into}.${name} + excluded.${name}`);
  return `on conflict (${[...Object.keys(keys), 'shard'].join(', ')}) do update set ${sets.join(', ')}`;
}
