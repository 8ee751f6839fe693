import type { Grounding } from '#schema/runs/grounding.ts';
import type { ThreadGrounding } from '#schema/spaces/spaces-wire.ts';

interface LaidSupport {
  /** As for an article, with offsets into `text`. */
  grounding: Grounding;
  /** All message passages, concatenated. */
  text: string;
  /** The passage at an offset, and the message it comes from. */
  passageAt(start: number): { seq: number; text: string } | null;
}

/** Passages of many messages, laid out as one source. */
export function laySupport({ sentences, check }: ThreadGrounding): LaidSupport {
  const passages = new Map<string, { seq: number; text: string; start: number }>();
  let text = '';

  function lay(passage: { seq: number; text: string }): { start: number; end: number } {
    const key = `${passage.seq} ${passage.text}`;
    const start = passages.get(key)?.start ?? text.length;
    if (!passages.has(key)) {
      passages.set(key, { ...passage, start });
      text += `${passage.text}\n`;
    }
    return { start, end: start + passage.text.length };
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
  const placed = [...passages.values()];
  return {
    grounding,
    text,
    passageAt: (at) => placed.find(({ start }) => start === at) ?? null,
  };
}
