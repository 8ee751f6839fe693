import { Annotation } from '@langchain/langgraph';
import { type HistorianOptions, summarizeTurn } from '#adapters/library/summarize-turn.ts';
import type { HistorianOutput, HistorianStateInput } from '#schema/conversations/conversation.ts';

type Input = HistorianStateInput;

/** Output of earlier nodes that applies to one turn only. */
const turnFields = [
  'router_output',
  'think_output',
  'understand_output',
  'step_results',
  'step_metadata',
  'turn_entities',
] as const;

/** The channels that the Historian reads and writes, for `Annotation.Root({ ...historianChannels, … })`. */
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

export interface HistorianNodeOptions extends HistorianOptions {
  /**
   * Sets output of this turn only (`router_output` to `turn_entities`) to null, so that a checkpointer does not carry
   * it into the next turn. Set to false if the graph does that itself, for example in channels with reducers.
   */
  clearTurn?: boolean | undefined;
}

type Update = HistorianOutput & Partial<Record<(typeof turnFields)[number], null>>;

/** Creates the node that follows the reply. It returns only changed channels, so all others stay unchanged. */
export function historianNode({ clearTurn = true, ...options }: HistorianNodeOptions = {}) {
  return async (state: Input, config?: { signal?: AbortSignal | undefined }): Promise<Update> => {
    const { conversation, summarize_output, entity_context, session_constraints, current_turn } =
      await summarizeTurn(state, { signal: config?.signal, ...options });
    const spent = turnFields.filter(
      (field) => clearTurn && state[field] !== undefined && state[field] !== null,
    );
    return {
      ...Object.fromEntries(spent.map((field) => [field, null])),
      conversation,
      summarize_output,
      entity_context,
      session_constraints,
      current_turn,
    };
  };
}
