import type { ThreadId } from '#schema/spaces/space.ts';
import type { MessagePassage, ThreadGrounding } from '#schema/spaces/spaces-wire.ts';
import type { SpacesPorts } from './ports.ts';
import { compareThread } from './read-checked.ts';
import { requireThread } from './require-thread.ts';

/** The verdicts on the summary, by rules and by a model, with the messages they rest on. */
export async function groundThread(
  ports: Pick<SpacesPorts, 'store' | 'textWork' | 'getOpinions' | 'hash'>,
  threadId: ThreadId,
): Promise<ThreadGrounding> {
  const thread = await requireThread(ports, threadId);
  const { summary, summaryRevision } = thread;
  if (summary === null) return { summaryRevision, messages: [], sentences: [] };
  const { grounding, sourceText, places } = await compareThread(ports, { ...thread, summary });
  const quote = ({ start, end }: { start: number; end: number }): MessagePassage => ({
    start,
    end,
    seq: (places.find((place) => place.end > start) ?? places.at(-1))?.seq ?? 1,
    text: sourceText.slice(start, end),
  });
  return {
    summaryRevision,
    messages: places,
    ...(grounding.check && { check: grounding.check }),
    sentences: grounding.sentences.map(({ start, end, state, support, flags, opinion }) => ({
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
      ...(opinion && { opinion: { ...opinion, passages: opinion.passages.map(quote) } }),
    })),
  };
}
