interface Said {
  role: 'user' | 'assistant';
  text: string;
}

/** Keeps two messages from being read as one. */
const separator = '\n\n---\n\n';

/**
 * What is said before a prompt, and the prompt, as turns that alternate. After an answer that was stopped or failed two
 * messages of the user follow each other, which some providers refuse; an empty message is refused by others.
 */
export function alternateRoles(
  messages: readonly Said[],
  prompt: string,
): { history: Said[]; prompt: string } {
  const history: Said[] = [];
  for (const { role, text } of messages) {
    if (text.trim() === '') continue;
    const last = history.at(-1);
    if (last?.role === role) history[history.length - 1] = { role, text: last.text + separator + text };
    else history.push({ role, text });
  }
  const unanswered = history.at(-1)?.role === 'user' ? history.pop() : undefined;
  return { history, prompt: unanswered === undefined ? prompt : unanswered.text + separator + prompt };
}
