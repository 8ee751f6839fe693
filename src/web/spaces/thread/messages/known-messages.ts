import type { Message } from '#schema/spaces/space.ts';
import type { MessagePage } from '#schema/spaces/spaces-wire.ts';

/** The newest messages of a thread, without a gap, in reading order. */
export interface KnownMessages {
  items: readonly Message[];
  hasOlder: boolean;
}

/**
 * The last message that can change no more. Only the newest question can be edited, and it goes with all that follows
 * it; so what stands before it stays.
 */
export function lastFixedSeq({ items }: KnownMessages): number {
  const question = items.findLastIndex(({ role }) => role === 'user');
  return items[question - 1]?.seq ?? Math.max(0, (items[0]?.seq ?? 1) - 1);
}

/** `tail` is everything after a place. */
export function withTail(known: KnownMessages, afterSeq: number, tail: readonly Message[]): KnownMessages {
  return { ...known, items: [...known.items.filter(({ seq }) => seq <= afterSeq), ...tail] };
}

/** `page` is what stands before the first known message. */
export function withOlder(known: KnownMessages, page: MessagePage): KnownMessages {
  const first = known.items[0]?.seq ?? Number.POSITIVE_INFINITY;
  return { items: [...page.items.filter(({ seq }) => seq < first), ...known.items], hasOlder: page.hasMore };
}

/** `message` takes the place of the one at `replacesSeq` and of all after it. */
export function withQuestion(known: KnownMessages, message: Message, replacesSeq: number): KnownMessages {
  return withTail(known, Math.min(replacesSeq, message.seq) - 1, [message]);
}
