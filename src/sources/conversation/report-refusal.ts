import { AppError } from '#schema/app-error.ts';
import type { ConversationId, TurnIssue } from '#schema/conversations/conversations-wire.ts';
import { issueIdSchema } from '#schema/ids.ts';
import type { ConversationsPorts } from './ports.ts';

interface Refusal {
  conversationId: ConversationId;
  turn: number;
  issue: TurnIssue;
  cause: unknown;
}

/** A refused answer comes from a run that succeeded: only here does it become an issue. */
export async function reportRefusal(
  { addIssue, bus, clock, log, newId }: ConversationsPorts,
  { conversationId, turn, issue, cause }: Refusal,
): Promise<void> {
  const { task, code, message, runId } = issue;
  log.warn(
    { conversationId, turn, task, code, runId, err: cause },
    'the Historian continues without the model’s answer',
  );
  if (code === 'spending_capped') return;
  if (cause instanceof AppError && cause.details?.runId !== undefined) return;
  await addIssue({
    id: issueIdSchema.parse(newId()),
    kind: 'answer-refused',
    code,
    message,
    runId,
    details: { conversationId, turn, task },
    lastEvents: [],
    createdAt: clock.now(),
  });
  await bus.publish({ kind: 'changed', what: 'issues' });
}
