/** Names prompts that came in one turn: a client may give a turn one id, though the user wrote twice. */
export interface PromptNames {
  nameOf(eventId: string | null, text: string): string | null;
}

const maxTurns = 500;

export function createPromptNames(): PromptNames {
  const turns = new Map<string, string[]>();
  return {
    nameOf(eventId, text) {
      if (eventId === null) return null;
      const texts = turns.get(eventId) ?? [];
      if (!texts.includes(text)) texts.push(text);
      turns.delete(eventId);
      turns.set(eventId, texts);
      const [oldest] = turns.keys();
      if (turns.size > maxTurns && oldest !== undefined) turns.delete(oldest);
      const place = texts.indexOf(text);
      return place === 0 ? eventId : `${eventId}:${place + 1}`;
    },
  };
}
