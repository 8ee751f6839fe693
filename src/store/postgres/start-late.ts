import type pg from 'pg';

const nothing = { command: '', rowCount: null, rows: [] };

/**
 * Sends the begin of a transaction with its first statement, in one message if that has no values: a trip to the server
 * less. A transaction without statements is never begun.
 */
export function startLate(client: Pick<pg.PoolClient, 'query'>): (query: pg.QueryConfig) => Promise<unknown> {
  let state: 'none' | 'wanted' | 'begun' = 'none';
  return async (query) => {
    const { text, values = [] } = query;
    if (text === 'begin') {
      state = 'wanted';
      return nothing;
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (isEnd) {
      const wasBegun = state === 'begun';
      state = 'none';
      return wasBegun ? client.query(query) : nothing;
    }
    if (state !== 'wanted') return client.query(query);
    if (values.length > 0) {
      // If it fails there is nothing to roll back.
      state = 'none';
      await client.query('begin');
      state = 'begun';
      return client.query(query);
    }
    state = 'begun';
    // One message with several statements has a result for each, which the driver's types leave out.
    const results: unknown = await client.query(`begin; ${text}`);
    return (results as pg.QueryResult[]).at(-1);
  };
}
