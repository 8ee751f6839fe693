import type { Grounding } from '#schema/runs/grounding.ts';
import type { ThreadGrounding } from '#schema/spaces/spaces-wire.ts';
import type { MessagePart } from '#web/spaces/thread/use-reveal.ts';
import { type Arrived, mergeArrived } from '#web/summary-panel/check/merge-arrived.ts';
import type { Passage } from '#web/summary-panel/grounding/summary-source.ts';

interface LaidSupport {
  /** As for an article, with offsets into `text`. */
  grounding: Grounding;
  /** All message passages, concatenated. */
  text: string;
  /** Where the passage at an offset is; empty if there is none. */
  partsAt(start: number): MessagePart[];
}

/** Passages of many messages, laid out as one source, with the verdicts that have arrived since. */
export function laySupport(
  { sentences, check, messages }: ThreadGrounding,
  arrived: Arrived | null,
): LaidSupport {
  const passages = new Map<string, { place: Passage; laid: Passage }>();
  let text = '';

  function lay({ start, end, text: words }: Passage & { text: string }): Passage {
    const key = `${start}-${end}`;
    const known = passages.get(key);
    if (known !== undefined) return known.laid;
    const laid = { start: text.length, end: text.length + words.length };
    passages.set(key, { place: { start, end }, laid });
    text += `${words}\n`;
    return laid;
  }

  const grounding = {
    ...(check && { check }),
    sentences: sentences.map(({ support, flags, opinion, ...sentence }) => ({
      ...sentence,
      support: support.map(lay),
      flags: flags.map(({ source, ...flag }) =>
        source === undefined ? flag : { ...flag, source: lay(source) },
      ),
      ...(opinion && { opinion: { ...opinion, passages: opinion.passages.map(lay) } }),
    })),
  };
  const opinions = arrived?.opinions.map(({ opinion, ...place }) => ({
    ...place,
    // A verdict brings the words of its first passage; the others come with the stored check.
    opinion: {
      ...opinion,
      passages: opinion.passages.slice(0, 1).map((passage) => lay({ ...passage, text: opinion.quote })),
    },
  }));
  const merged = mergeArrived(grounding, arrived && { ...arrived, opinions: opinions ?? [] });
  const placed = [...passages.values()];
  return {
    grounding: merged,
    text,
    partsAt(at) {
      const found = placed.find(({ laid }) => laid.start === at);
      return found === undefined ? [] : splitByMessage(found.place, messages);
    },
  };
}

/** A passage joins short messages, so it may go across several. */
function splitByMessage({ start, end }: Passage, messages: ThreadGrounding['messages']): MessagePart[] {
  return messages
    .filter((message) => message.start < end && message.end > start)
    .map((message) => ({
      seq: message.seq,
      span: {
        start: Math.max(start, message.start) - message.start,
        end: Math.min(end, message.end) - message.start,
      },
    }));
}
