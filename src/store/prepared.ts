import type { Compilable, CompiledQuery } from 'kysely';
import type { Database, TablesTransaction } from './database.ts';

type Dialect = Pick<Database, 'dialect' | 'forUpdate'>;

/** Where a value goes that is known only when the statement is executed. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const places: object = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/**
 * A statement that is built once per dialect: Kysely takes longer to build one of those for each incoming event than
 * SQLite takes to execute it. The builder may only pass the values on, since it gets places for them.
 */
export function prepare<Values extends object, Row>(
  build: (trx: TablesTransaction, values: Values, dialect: Dialect) => Compilable<Row>,
) {
  const compiled = new Map<Database['dialect'], CompiledQuery<Row>>();
  return async (database: Dialect, trx: TablesTransaction, values: Values): Promise<Row[]> => {
    const known = compiled.get(database.dialect) ?? build(trx, places as Values, database).compile();
    compiled.set(database.dialect, known);
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await trx.executeQuery<Row>({ ...known, parameters });
    return rows;
  };
}
