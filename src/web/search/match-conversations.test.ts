import { expect, test } from 'vitest';
import { type ConversationHead, conversationHeadSchema } from '#schema/conversations/conversations-wire.ts';
import { matchConversations } from './use-found.ts';

const heads: ConversationHead[] = [
  ['support-42', 'Where is my parcel?'],
  ['billing', 'Send the invoice for March'],
  ['中文', '请把发票寄给我'],
].map(([id, lastUserMessage]) =>
  conversationHeadSchema.parse({ id, lastUserMessage, turns: 1, pending: null, createdAt: 1, updatedAt: 1 }),
);
const find = (query: string, limit = 10) => matchConversations(heads, { query, limit }).map(({ id }) => id);

test('conversations are found by every word of their name or last message', () => {
  expect(find('parc')).toEqual(['support-42']);
  expect(find('SUPPORT parcel')).toEqual(['support-42']);
  expect(find('march parcel')).toEqual([]);
  expect(find('发票')).toEqual(['中文']);
  expect(find('su 42')).toEqual(['support-42']);
});

test('no more conversations are found than requested', () => {
  expect(find('s')).toEqual(['support-42', 'billing']);
  expect(find('s', 1)).toEqual(['support-42']);
});
