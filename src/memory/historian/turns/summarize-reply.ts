import { askModel, type WorkingPorts } from '#memory/historian/ask-model.ts';
import { summarizeThreshold } from '#schema/conversations/conversation.ts';
import { isLongerThan } from './shorten.ts';

/** A summary must be shorter than the replies that need none. */
const bounds = { maxSentences: 1, maxCharacters: summarizeThreshold };

/** One sentence about a long reply; null for a short one, and where the model failed. */
export async function summarizeReply(
  { reply, turn, labels }: { reply: string; turn: number; labels: readonly string[] },
  ports: WorkingPorts,
): Promise<string | null> {
  if (!isLongerThan(reply, summarizeThreshold)) return null;
  const answer = await askModel(
    {
      task: 'turn-summary',
      turn,
      messages: [{ role: 'assistant', text: reply }],
      previous: null,
      rules: { source: reply, labels, ids: null, ...bounds },
      ask: ({ messages, ...part }) =>
        ports.model.summarizeReply({
          ...part,
          task: 'turn-summary',
          reply: messages.map(({ text }) => text).join(''),
        }),
    },
    ports,
  );
  if (answer.kind === 'failed') return null;
  return answer.kind === 'answered' ? answer.text : ports.work.quoteReply(reply);
}
