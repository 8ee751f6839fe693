import { type HistorianState, historianStateSchema } from '#schema/conversations/conversation.ts';
import { inSentences, toInvalidInput } from '#schema/faults/say-faults.ts';

/** Throws AppError `invalid_input` that names the field. */
export function parseState(state: unknown): HistorianState {
  const parsed = historianStateSchema.safeParse(state, inSentences);
  if (parsed.success) return parsed.data;
  throw toInvalidInput(parsed.error, 'state');
}
