import { describe, expect, test } from 'vitest';
import { type Message, messageIdSchema, threadIdSchema } from '#schema/spaces/space.ts';
import { type KnownMessages, lastFixedSeq, withOlder, withQuestion, withTail } from './use-messages.ts';

const threadId = threadIdSchema.parse(crypto.randomUUID());

function message(seq: number, role: Message['role']): Message {
  return {
    id: messageIdSchema.parse(crypto.randomUUID()),
    threadId,
    seq,
    role,
    text: `text ${seq}`,
    tokens: 2,
    runId: null,
    provider: null,
    model: null,
    createdAt: seq,
  };
}

/** Creates alternating user and assistant messages. */
function known(seqs: number[], hasOlder = false): KnownMessages {
  return { items: seqs.map((seq, index) => message(seq, index % 2 === 0 ? 'user' : 'assistant')), hasOlder };
}

const seqsOf = ({ items }: KnownMessages) => items.map(({ seq }) => seq);

describe('known messages', () => {
  test('are final up to the newest question', () => {
    expect(lastFixedSeq(known([1, 2, 3, 4]))).toBe(2);
    expect(lastFixedSeq(known([1, 2, 5]))).toBe(2);
  });

  test('that start with the newest question are read from it on', () => {
    expect(lastFixedSeq(known([41, 42], true))).toBe(40);
    expect(lastFixedSeq(known([1, 2]))).toBe(0);
    expect(lastFixedSeq({ items: [], hasOlder: false })).toBe(0);
  });

  test('take over what has changed after a position', () => {
    const tail = [message(5, 'user'), message(6, 'assistant')];
    expect(seqsOf(withTail(known([1, 2, 3, 4]), 2, tail))).toEqual([1, 2, 5, 6]);
  });

  test('grow at their start, each message once', () => {
    const page = { items: known([1, 2, 3, 4]).items.slice(), hasMore: true };
    const grown = withOlder(known([3, 4, 5], true), page);
    expect([seqsOf(grown), grown.hasOlder]).toEqual([[1, 2, 3, 4, 5], true]);
  });

  test('lose an edited question with its answer', () => {
    expect(seqsOf(withQuestion(known([1, 2, 3, 4]), message(5, 'user'), 3))).toEqual([1, 2, 5]);
  });

  test('end with a question that is new or asked again', () => {
    expect(seqsOf(withQuestion(known([1, 2]), message(3, 'user'), 3))).toEqual([1, 2, 3]);
    expect(seqsOf(withQuestion(known([1, 2, 3]), message(3, 'user'), 3))).toEqual([1, 2, 3]);
  });
});
