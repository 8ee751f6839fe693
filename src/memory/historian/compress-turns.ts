import { renderTranscript } from '#memory/render-transcript.ts';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { type Conversation, fullDetailTurns, type Turn } from '#schema/conversation.ts';
import { askModel } from './ask-model.ts';
import type { HistorianPorts } from './ports.ts';
import { quoteReply } from './quote-reply.ts';
import { removeIds } from './remove-ids.ts';
import { shorten } from './shorten.ts';

/** Of the narrative, however long the conversation is. */
export const narrativeBounds = { maxSentences: 3, maxCharacters: 900 };

type History = Pick<Conversation, 'recent_turns' | 'history_summary'>;

interface CompressRequest {
  history: History;
  turn: number;
  labels: readonly string[];
  ids: readonly string[];
}

/** Takes the turns over the limit into the narrative. When the model fails, the history stays as it was. */
export async function compressTurns(
  { history, turn, labels, ids }: CompressRequest,
  ports: HistorianPorts,
): Promise<History> {
  const oldest = history.recent_turns.slice(0, -fullDetailTurns);
  if (oldest.length === 0) return history;
  const previous = history.history_summary.trim() === '' ? null : history.history_summary;
  const messages = oldest.flatMap(messagesOf);
  const answer = await askModel(
    {
      task: 'history-narrative',
      turn,
      messages,
      previous,
      rules: {
        source: [previous ?? '', renderTranscript(messages)].join('\n\n'),
        labels,
        ids,
        ...narrativeBounds,
      },
      ask: (part) =>
        ports.model.compressTurns({
          ...part,
          task: 'history-narrative',
          transcript: renderTranscript(part.messages),
        }),
    },
    ports,
  );
  if (answer.kind === 'failed') return history;
  const text = answer.kind === 'answered' ? answer.text : retell({ previous, turns: oldest, ids });
  return { history_summary: text, recent_turns: history.recent_turns.slice(-fullDetailTurns) };
}

function messagesOf({ user, assistant }: Turn): MemoryMessage[] {
  return [
    { role: 'user', text: user },
    { role: 'assistant', text: assistant },
  ];
}

/** A narrative without a model: the most telling sentences of the one before and of the turns. */
function retell({
  previous,
  turns,
  ids,
}: {
  previous: string | null;
  turns: readonly Turn[];
  ids: readonly string[];
}): string {
  const told = turns.flatMap(({ user, assistant, assistant_summary }) => [
    shorten(user, { maxSentences: 1, maxCharacters: 200 }),
    assistant_summary ?? quoteReply(assistant),
  ]);
  const text = [previous ?? '', ...told].filter((line) => line !== '').join('\n\n');
  return shorten(removeIds(text, ids), narrativeBounds);
}
