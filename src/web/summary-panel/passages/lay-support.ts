import type { GroundedSentence, Grounding, GroundingFlag } from '#schema/runs/grounding.ts';
import { type Arrived, mergeArrived } from '#web/summary-panel/check/check-run.ts';
import type { Passage } from '#web/summary-panel/grounding/sentence-passages.ts';

interface Quoted extends Passage {
  text: string;
}

type Opinion = NonNullable<GroundedSentence['opinion']>;

interface QuotedSentence extends Omit<GroundedSentence, 'support' | 'flags' | 'opinion'> {
  support: Quoted[];
  flags: (Omit<GroundingFlag, 'source'> & { source?: Quoted | undefined })[];
  opinion?: (Omit<Opinion, 'passages'> & { passages: Quoted[] }) | undefined;
}

/** The verdicts on a summary of messages. `M` says where the words of a message are, and which message it is. */
interface TalkGrounding<M extends Passage> {
  sentences: readonly QuotedSentence[];
  check?: Grounding['check'];
  messages: readonly M[];
}

/** The part of a passage that is in one message. */
type PartOf<M extends Passage> = Omit<M, keyof Passage> & { span: Passage };

interface LaidSupport<M extends Passage> {
  /** The verdicts as for an article, with offsets into `text`. */
  grounding: Grounding;
  /** The passages of all messages, one after the other. */
  text: string;
  /**
   * Returns the parts of the passage that starts at an offset, one part per message. It is empty if no passage starts
   * there.
   */
  partsAt(start: number): PartOf<M>[];
}

/** Combines passages of many messages into one source, and adds the verdicts that have arrived since. */
export function laySupport<M extends Passage>(
  { sentences, check, messages }: TalkGrounding<M>,
  arrived: Arrived | null,
): LaidSupport<M> {
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
    // A new verdict brings the words of its first passage only. The others come with the stored check.
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

/** Splits a passage by message, because a passage joins short messages. */
function splitByMessage<M extends Passage>({ start, end }: Passage, messages: readonly M[]): PartOf<M>[] {
  return messages
    .filter((message) => message.start < end && message.end > start)
    .map(({ start: from, end: to, ...message }) => ({
      ...message,
      span: { start: Math.max(start, from) - from, end: Math.min(end, to) - from },
    }));
}
