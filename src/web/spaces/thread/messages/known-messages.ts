import type { Message } from '#schema/spaces/space.ts';
import type { MessagePage } from '#schema/spaces/spaces-wire.ts';

/** The newest messages of a thread, without gaps, in reading order. */
export interface KnownMessages {
  items: readonly Message[];
  hasOlder: boolean;
}

/**
 * The last message that can no longer change. Only the newest question can be edited, which replaces everything after
 * it, so all earlier messages are final.
 */
export function lastFixedSeq({ items }: KnownMessages): number {
  const question = items.findLastIndex(({ role }) => role === 'user');
  return items[question - 1]?.seq ?? Math.max(0, (items[0]?.seq ?? 1) - 1);
}

/** `tail` is everything after a position. */
export function withTail(known: KnownMessages, afterSeq: number, tail: readonly Message[]): KnownMessages {
  return { ...known, items: [...known.items.filter(({ seq }) => seq <= afterSeq), ...tail] };
}

/** `page` precedes the first known message. */
export function withOlder(known: KnownMessages, page: MessagePage): KnownMessages {
  const first = known.items[0]?.seq ?? Number.POSITIVE_INFINITY;
  return { items: [...page.items.filter(({ seq }) => seq < first), ...known.items], hasOlder: page.hasMore };
}

/** `message` replaces the one at `replacesSeq` and all after it. */
export function withQuestion(known: KnownMessages, message: Message, replacesSeq: number): KnownMessages {
  return withTail(known, Math.min(replacesSeq, message.seq) - 1, [message]);
}
