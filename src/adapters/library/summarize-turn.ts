import { createHistorianModel } from '#adapters/models/create-historian-model.ts';
import type { TextModel } from '#adapters/models/text-model.ts';
import type { HistorianIssue } from '#memory/historian/ports.ts';
import { summarizeTurn as takeTurn } from '#memory/historian/summarize-turn.ts';
import type { HistorianOutput, HistorianStateInput } from '#schema/conversation.ts';
import { loadTokenizer } from '#text/tokens.ts';

export interface HistorianOptions {
  /** Without one the Historian works offline, in the texts' own sentences. */
  model?: TextModel | undefined;
  /** Bounds what one call of the model reads, in tokens; a longer text is read in parts. */
  tokenBudget?: number | undefined;
  /** Told of each call that failed and each answer that was refused twice. */
  onIssue?: ((issue: HistorianIssue) => void) | undefined;
  /** The time of a turn as ISO 8601. */
  now?: (() => string) | undefined;
}

/** Of the instructions in the two prompts, with a reserve for other tokenizers. */
const overheadTokens = 600;

/** Takes the turn that just ended into an agent's state; see the input and output contracts. */
export async function summarizeTurn<S extends HistorianStateInput>(
  state: S,
  { model, tokenBudget, onIssue, now = () => new Date().toISOString() }: HistorianOptions = {},
): Promise<S & HistorianOutput> {
  const { count } = await loadTokenizer();
  return takeTurn(state, {
    model: createHistorianModel(model),
    count,
    now,
    recordIssue: onIssue,
    tokenBudget,
    overheadTokens: model === undefined ? 0 : overheadTokens,
  });
}
