import type { RecordKind } from '#schema/sessions/session.ts';
import type { TablesTransaction } from '#store/database.ts';
import { kindNumbers } from '#store/record-search/record-index.ts';

/** With a record that is deleted, or whose text changes: then it is read again. */
export async function forgetVector(trx: TablesTransaction, kind: RecordKind, id: number): Promise<void> {
  await trx.deleteFrom('record_vectors').where('kind', '=', kindNumbers[kind]).where('id', '=', id).execute();
}

/** Of a project that is excluded, whose records are not read, or included again: then they are. */
export async function forgetVectorsOf(trx: TablesTransaction, project: string): Promise<void> {
  await trx
    .deleteFrom('record_vectors')
    .where('session_id', 'in', trx.selectFrom('sessions').select('id').where('project', '=', project))
    .execute();
}
