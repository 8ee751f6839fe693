import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import type { KeptTurn } from '#schema/conversations/conversations-wire.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';

/** Estimated tokens of the conversation that the agent's next turn receives: the narrative and the newest turns. */
export function measureMemory({ conversation }: HistorianOutput): number {
  const turns = conversation.recent_turns.map(({ user, assistant, assistant_summary }) =>
    measureText([user, assistant_summary ?? assistant]),
  );
  return turns.reduce((sum, tokens) => sum + tokens, measureText([conversation.history_summary]));
}

/** Estimated tokens of a turn's full text. */
export function measureTurn({ user, assistant }: Pick<KeptTurn, 'user' | 'assistant'>): number {
  return measureText([user, assistant]);
}

/** Only the beginning of a longer text is measured, because measuring all of it would block the page. */
const measuredCharacters = 10_000;

function measureText(texts: readonly string[]): number {
  return texts.reduce((sum, text) => {
    const part = text.slice(0, measuredCharacters);
    return sum + (part === '' ? 0 : Math.round((estimateTokens(part) * text.length) / part.length));
  }, 0);
}
