import { addEntities } from '#memory/historian/entities/add-entities.ts';
import { compressTurns } from '#memory/historian/turns/compress-turns.ts';
import { summarizeReply } from '#memory/historian/turns/summarize-reply.ts';
import {
  conversationSchema,
  type HistorianOutput,
  type HistorianState,
  type HistorianStateInput,
  type Turn,
} from '#schema/conversations/conversation.ts';
import { createLocalWork } from './historian-work.ts';
import { parseState } from './parse-state.ts';
import type { HistorianPorts } from './ports.ts';
import { trackClarification } from './track-clarification.ts';

/**
 * Takes the turn that just ended into the conversation. Only the model port is not pure, and no failure of it is
 * thrown: the turns stay as they are, the rest is still done, and an issue is recorded.
 */
export async function summarizeTurn<S extends HistorianStateInput>(
  input: S,
  ports: HistorianPorts,
): Promise<S & HistorianOutput> {
  const state = parseState(input);
  const turn = (state.current_turn ?? 0) + 1;
  const { conversation: kept, ...said } = state;
  const conversation = kept ?? conversationSchema.parse({});
  const work = ports.work ?? createLocalWork(ports.count);
  const { ledger, labels, ids, mentioned, constraints } = await work.digestTurn({ state: said, turn });
  const summary = await summarizeReply({ reply: state.final_response, turn, labels }, { ...ports, work });
  const recorded = recordTurn(state, {
    summary,
    timestamp: ports.now?.(),
    mentioned,
  });
  const history = {
    history_summary: conversation.history_summary,
    recent_turns: [...conversation.recent_turns, recorded],
  };
  return {
    ...input,
    conversation: {
      ...conversation,
      ...(await compressTurns({ history, turn, labels, ids }, { ...ports, work })),
      pending_clarification: trackClarification(state),
    },
    summarize_output: ledger,
    entity_context: addEntities(state.entity_context, {
      turn,
      created: ledger.entities_created,
      deleted: ledger.entities_deleted,
    }),
    session_constraints: constraints,
    current_turn: turn,
  };
}

interface TurnNotes {
  summary: string | null;
  timestamp: string | undefined;
  mentioned: string[];
}

function recordTurn(
  { user_message, final_response, router_output }: HistorianState,
  { summary, timestamp, mentioned }: TurnNotes,
): Turn {
  const { agent, goal, complexity } = router_output ?? {};
  return {
    user: user_message,
    assistant: final_response,
    ...(summary === null ? {} : { assistant_summary: summary }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(router_output ? { routing: { agent, goal, complexity } } : {}),
    entities_mentioned: mentioned,
  };
}
