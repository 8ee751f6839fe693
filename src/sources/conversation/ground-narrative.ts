import type { ConversationGrounding, TurnPassage } from '#schema/conversations/conversations-wire.ts';
import type { ConversationsPorts } from './ports.ts';
import { readCheckedConversation } from './read-checked.ts';

/** The verdicts on the narrative, by rules and by a model, with the turns they rest on. */
export async function groundNarrative(
  ports: Pick<ConversationsPorts, 'store' | 'textWork' | 'getOpinions' | 'hash'>,
  id: string,
): Promise<ConversationGrounding> {
  const checked = await readCheckedConversation(ports, id);
  if (checked === null) return { text: '', messages: [], sentences: [] };
  const { grounding, sourceText, places } = await checked.compare();
  const quote = ({ start, end }: { start: number; end: number }): TurnPassage => ({
    start,
    end,
    turn: (places.find((place) => place.end > start) ?? places.at(-1))?.turn ?? 1,
    text: sourceText.slice(start, end),
  });
  return {
    text: checked.text,
    messages: places,
    ...(grounding.check && { check: grounding.check }),
    sentences: grounding.sentences.map(({ support, flags, opinion, ...sentence }) => ({
      ...sentence,
      support: support.map(quote),
      flags: flags.map(({ source, ...flag }) =>
        source === undefined ? flag : { ...flag, source: quote(source) },
      ),
      ...(opinion && { opinion: { ...opinion, passages: opinion.passages.map(quote) } }),
    })),
  };
}
