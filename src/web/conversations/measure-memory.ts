import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import type { KeptTurn } from '#schema/conversations/conversations-wire.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';

/** Estimated tokens of what the agent's next turn is given of the conversation: the story, and the newest turns. */
export function measureMemory({ conversation }: HistorianOutput): number {
  const turns = conversation.recent_turns.map(({ user, assistant, assistant_summary }) =>
    measureText([user, assistant_summary ?? assistant]),
  );
  return turns.reduce((sum, tokens) => sum + tokens, measureText([conversation.history_summary]));
}

/** Estimated tokens of a turn as it was said. */
export function measureTurn({ user, assistant }: Pick<KeptTurn, 'user' | 'assistant'>): number {
  return measureText([user, assistant]);
}

/** A longer text is measured by its beginning: it would hold up the page. */
const measuredCharacters = 10_000;

function measureText(texts: readonly string[]): number {
  return texts.reduce((sum, text) => {
    const part = text.slice(0, measuredCharacters);
    return sum + (part === '' ? 0 : Math.round((estimateTokens(part) * text.length) / part.length));
  }, 0);
}
