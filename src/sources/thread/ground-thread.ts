import { tellAnswerLanguage, tellLanguage } from '#engine/answers/check-language.ts';
import type { Message, ThreadId } from '#schema/spaces/space.ts';
import type { MessagePassage, ThreadGrounding } from '#schema/spaces/spaces-wire.ts';
import type { SpacesPorts } from './ports.ts';
import { readMessages, requireThread } from './require-thread.ts';

/**
 * Checks the summary against the messages themselves, not against the previous summary: small distortions in
 * each of many folds show up here.
 */
export async function groundThread(
  ports: Pick<SpacesPorts, 'store' | 'textWork'>,
  threadId: ThreadId,
): Promise<ThreadGrounding> {
  const { summary, summaryRevision, summaryThroughSeq } = await requireThread(ports, threadId);
  if (summary === null) return { summaryRevision, sentences: [] };
  const messages = await readMessages(ports.store, { threadId, afterSeq: 0, throughSeq: summaryThroughSeq });
  const { text, placeOf } = joinMessages(messages);
  const quote = ({ start, end }: { start: number; end: number }): MessagePassage => ({
    seq: placeOf(start),
    text: text.slice(start, end),
  });
  // A summary is in the language of its messages, and where those are too short to tell, they are in its own. The
  // names of the speakers would speak for English.
  const language = await tellLanguage(messages.map((message) => message.text).join('\n\n'));
  const summaryLanguage = await tellAnswerLanguage(summary, language);
  const { sentences } = await ports.textWork.run('groundSummary', [
    text,
    summary,
    {
      language: language ?? summaryLanguage ?? undefined,
      summaryLanguage: summaryLanguage ?? undefined,
    },
  ]);
  return {
    summaryRevision,
    sentences: sentences.map(({ start, end, state, support, flags }) => ({
      start,
      end,
      state,
      support: support.map(quote),
      flags: flags.map(({ kind, reason, source, ...place }) => ({
        kind,
        reason,
        start: place.start,
        end: place.end,
        ...(source === undefined ? {} : { source: quote(source) }),
      })),
    })),
  };
}

const speakers = { user: 'User', assistant: 'Assistant' } as const;

function joinMessages(messages: readonly Message[]): { text: string; placeOf(offset: number): number } {
  const starts: { at: number; seq: number }[] = [];
  let text = '';
  for (const message of messages) {
    starts.push({ at: text.length, seq: message.seq });
    text += `${speakers[message.role]}: ${message.text}\n\n`;
  }
  return { text, placeOf: (offset) => starts.findLast(({ at }) => at <= offset)?.seq ?? 1 };
}
