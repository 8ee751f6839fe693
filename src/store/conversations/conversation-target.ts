import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import type { LockTarget } from '#store/checks/target.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { isHeld } from './conversation-lease.ts';

/** The narrative in the state of a conversation. */
export const conversationTarget: LockTarget = async (_database, trx, { id, at }) => {
  const conversationId = conversationIdSchema.safeParse(id).data;
  if (conversationId === undefined) return null;
  const row = await trx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.state_json === null) return null;
  const state: HistorianOutput = JSON.parse(row.state_json);
  return {
    text: state.conversation.history_summary,
    owner: { conversation_id: row.id },
    // The turn in progress has read the state as it is now, and replaces it.
    isBusy: await isHeld(trx, row, at),
    async write({ text }) {
      const conversation = { ...state.conversation, history_summary: text };
      await trx
        .updateTable('conversations')
        // A holder whose lease has expired must not save over it.
        .set({ state_json: toStoredJson({ ...state, conversation }), revision: row.revision + 1 })
        .where('id', '=', row.id)
        .execute();
    },
  };
};
