import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely';

/** For a primary key: numbers are never reused. */
export function numbered(db: Kysely<unknown>): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  if (isPostgres(db)) return (column) => column.primaryKey().generatedByDefaultAsIdentity();
  return (column) => column.primaryKey().autoIncrement();
}

export function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
