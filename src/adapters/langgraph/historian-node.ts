import { Annotation } from '@langchain/langgraph';
import { type HistorianOptions, summarizeTurn } from '#adapters/library/summarize-turn.ts';
import type { HistorianOutput, HistorianStateInput } from '#schema/conversation.ts';

type Input = HistorianStateInput;

/** Channels for `Annotation.Root({ ...historianChannels, … })`: what the Historian reads and what it writes. */
export const historianChannels = {
  user_message: Annotation<string>,
  final_response: Annotation<string>,
  router_output: Annotation<Input['router_output']>,
  think_output: Annotation<Input['think_output']>,
  understand_output: Annotation<Input['understand_output']>,
  step_results: Annotation<Input['step_results']>,
  step_metadata: Annotation<Input['step_metadata']>,
  turn_entities: Annotation<Input['turn_entities']>,
  conversation: Annotation<HistorianOutput['conversation']>,
  summarize_output: Annotation<HistorianOutput['summarize_output']>,
  entity_context: Annotation<HistorianOutput['entity_context']>,
  session_constraints: Annotation<HistorianOutput['session_constraints']>,
  current_turn: Annotation<number>,
};

/** The node after the reply. It answers only what it changes, so every other channel stays as it is. */
export function historianNode(options: HistorianOptions = {}) {
  return async (state: Input): Promise<HistorianOutput> => {
    const { conversation, summarize_output, entity_context, session_constraints, current_turn } =
      await summarizeTurn(state, options);
    return { conversation, summarize_output, entity_context, session_constraints, current_turn };
  };
}
