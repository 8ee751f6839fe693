import type { DeliveryStore } from '#sources/session/context/ports.ts';
import type { Database } from '#store/database.ts';

/** What sessions were given from memory. Only names of records are stored, so that deleted text stays deleted. */
export function createDeliveries({ db }: Database): DeliveryStore {
  return {
    async addDeliveries(contentSessionId, deliveries) {
      if (deliveries.length === 0) return;
      await db
        .insertInto('deliveries')
        .values(
          deliveries.map(({ recordId, ...delivery }) => ({
            ...delivery,
            content_session_id: contentSessionId,
            record_id: recordId,
            dropped_at: null,
          })),
        )
        .execute();
    },
    async listDeliveries(contentSessionId, { isPresent, limit }) {
      let select = db
        .selectFrom('deliveries')
        .select(['occasion', 'kind', 'record_id', 'tokens', 'at', 'dropped_at'])
        .where('content_session_id', '=', contentSessionId);
      if (isPresent) select = select.where('dropped_at', 'is', null);
      const rows = await select.orderBy('id').limit(limit).execute();
      return rows.map(({ record_id, dropped_at, ...row }) => ({
        ...row,
        recordId: record_id,
        droppedAt: dropped_at,
      }));
    },
    async dropDeliveries(contentSessionId, at) {
      await db
        .updateTable('deliveries')
        .set({ dropped_at: at })
        .where('content_session_id', '=', contentSessionId)
        .where('dropped_at', 'is', null)
        .execute();
    },
    async sumDeliveries(limit) {
      const rows = await db
        .selectFrom('deliveries')
        .select(({ fn }) => [
          'content_session_id',
          'occasion',
          'at',
          fn.sum<number | string>('tokens').as('tokens'),
        ])
        .groupBy(['content_session_id', 'occasion', 'at'])
        .orderBy('at', 'desc')
        .orderBy('content_session_id')
        .limit(limit)
        .execute();
      return rows.map(({ content_session_id, tokens, ...row }) => ({
        ...row,
        contentSessionId: content_session_id,
        tokens: Number(tokens),
      }));
    },
    async listDelivered(memories) {
      if (memories.length === 0) return [];
      const rows = await db
        .selectFrom('deliveries')
        .select('record_id')
        .distinct()
        .where('kind', '=', 'memory')
        .where('record_id', 'in', [...memories])
        .execute();
      const delivered = new Set(rows.map(({ record_id }) => record_id));
      return memories.filter((id) => delivered.has(id));
    },
    async findFirstDelivery() {
      const row = await db.selectFrom('deliveries').select('at').orderBy('id').limit(1).executeTakeFirst();
      return row?.at ?? null;
    },
    async listCompatible(ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('compatible_sessions')
        .selectAll()
        .where('older_id', 'in', [...ids])
        .where('newer_id', 'in', [...ids])
        .execute();
      return rows.map(({ older_id, newer_id }) => ({ older: older_id, newer: newer_id }));
    },
    async setCompatible({ older, newer }, isCompatible) {
      if (isCompatible)
        await db
          .insertInto('compatible_sessions')
          .values({ older_id: older, newer_id: newer })
          .onConflict((conflict) => conflict.columns(['older_id', 'newer_id']).doNothing())
          .execute();
      else
        await db
          .deleteFrom('compatible_sessions')
          .where('older_id', '=', older)
          .where('newer_id', '=', newer)
          .execute();
    },
  };
}
