import type { Kysely } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { OpenedDatabase } from '#store/database.ts';
import { readByIds } from '#store/sessions/read-by-ids.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { type FoundRecord, recordKey } from './record-index.ts';

interface Turn {
  sessionId: SessionId;
  promptNumber: number;
}

interface Row {
  id: number;
  session_id: SessionId;
  prompt_number: number;
}

const selects: Record<RecordKind, ReturnType<typeof selectTurns>> = {
  prompt: selectTurns('prompt'),
  observation: selectTurns('observation'),
  summary: selectTurns('summary'),
};

/** The turns of the records that still exist. */
export async function withTurns<R extends FoundRecord>(
  database: Pick<OpenedDatabase, 'dialect'>,
  db: Kysely<Tables>,
  records: readonly R[],
): Promise<(R & Turn)[]> {
  const turns = new Map<string, Turn>();
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind)) {
    const rows = await selects[kind](
      database,
      db,
      own.map(({ id }) => id),
    );
    for (const { id, session_id, prompt_number } of rows)
      turns.set(recordKey({ kind, id }), { sessionId: session_id, promptNumber: prompt_number });
  }
  return records.flatMap((record) => {
    const turn = turns.get(recordKey(record));
    return turn === undefined ? [] : [{ ...record, ...turn }];
  });
}

function selectTurns(kind: RecordKind) {
  return readByIds<Row>(`select id, session_id, prompt_number from ${recordTables[kind]}`);
}
