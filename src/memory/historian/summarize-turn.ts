import {
  conversationSchema,
  type Entity,
  type HistorianOutput,
  type HistorianState,
  type HistorianStateInput,
  type SummarizeOutput,
  type Turn,
} from '#schema/conversation.ts';
import { addEntities } from './add-entities.ts';
import { buildLedger } from './build-ledger.ts';
import { compressTurns } from './compress-turns.ts';
import { mergeConstraints } from './merge-constraints.ts';
import { parseState } from './parse-state.ts';
import type { HistorianPorts } from './ports.ts';
import { summarizeReply } from './summarize-reply.ts';
import { trackClarification } from './track-clarification.ts';

/** A turn that names more does not help a reader any more. */
const maxMentioned = 50;

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
  const ledger = buildLedger(state);
  const known = knownEntities(state, ledger);
  const labels = known.map(({ label }) => label);
  // Where the id is the label, it is a name.
  const ids = known.flatMap(({ id, label }) => (id === label ? [] : [id]));
  const conversation = state.conversation ?? conversationSchema.parse({});
  const summary = await summarizeReply({ reply: state.final_response, turn, labels }, ports);
  const recorded = recordTurn(state, {
    summary,
    timestamp: ports.now?.(),
    mentioned: listMentioned(state, { ledger, known }),
  });
  const history = {
    history_summary: conversation.history_summary,
    recent_turns: [...conversation.recent_turns, recorded],
  };
  return {
    ...input,
    conversation: {
      ...conversation,
      ...(await compressTurns({ history, turn, labels, ids }, ports)),
      pending_clarification: trackClarification(state),
    },
    summarize_output: ledger,
    entity_context: addEntities(state.entity_context, {
      turn,
      created: ledger.entities_created,
      deleted: ledger.entities_deleted,
    }),
    session_constraints: mergeConstraints(state, turn),
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

function knownEntities(
  { entity_context }: HistorianState,
  { entities_created, entities_updated, entities_deleted }: SummarizeOutput,
): Entity[] {
  const context = [...(entity_context?.active ?? []), ...(entity_context?.background ?? [])];
  return [...entities_created, ...entities_updated, ...entities_deleted, ...context];
}

/** Entities that the turn touched, then those that it names. */
function listMentioned(
  { user_message, final_response }: HistorianState,
  { ledger, known }: { ledger: SummarizeOutput; known: readonly Entity[] },
): string[] {
  const said = `${user_message}\n${final_response}`.toLowerCase();
  const touched =
    ledger.entities_created.length + ledger.entities_updated.length + ledger.entities_deleted.length;
  const ids = known.flatMap(({ id, label }, at) =>
    at < touched || (label.length > 2 && said.includes(label.toLowerCase())) ? [id] : [],
  );
  return [...new Set(ids)].slice(0, maxMentioned);
}
