import { askModel, type WorkingPorts } from '#memory/historian/ask-model.ts';
import { removeIds } from '#memory/historian/entities/remove-ids.ts';
import { renderTranscript } from '#memory/render-transcript.ts';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { type Conversation, fullDetailTurns, type Turn } from '#schema/conversations/conversation.ts';
import { narrativeBounds } from './retell-turns.ts';

type History = Pick<Conversation, 'recent_turns' | 'history_summary'>;

interface CompressRequest {
  history: History;
  turn: number;
  labels: readonly string[];
  ids: readonly string[];
}

/** Takes the turns over the limit into the narrative. If the model fails, the history is unchanged. */
export async function compressTurns(
  { history, turn, labels, ids }: CompressRequest,
  ports: WorkingPorts,
): Promise<History> {
  const oldest = history.recent_turns.slice(0, -fullDetailTurns);
  if (oldest.length === 0) return history;
  const previous = history.history_summary.trim() === '' ? null : history.history_summary;
  const messages = oldest.flatMap(messagesOf);
  const recent_turns = history.recent_turns.slice(-fullDetailTurns);
  // Turns without a word add nothing to the narrative, and an answer to them would be refused as empty.
  if (messages.every(({ text }) => text.trim() === '')) return { ...history, recent_turns };
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
  const text =
    answer.kind === 'answered'
      ? answer.text
      : removeIds(await ports.work.retellTurns({ previous, messages }), ids);
  return { history_summary: text, recent_turns };
}

function messagesOf({ user, assistant }: Turn): MemoryMessage[] {
  return [
    { role: 'user', text: user },
    { role: 'assistant', text: assistant },
  ];
}
