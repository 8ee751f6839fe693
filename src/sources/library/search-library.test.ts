import { expect, test } from 'vitest';
import { type Entry, entryIdSchema } from '#schema/entry.ts';
import { type Message, messageIdSchema, type Thread, threadIdSchema } from '#schema/spaces/space.ts';
import { findLibraryCards, type LibraryPorts, searchLibrary } from './search-library.ts';

const here = threadIdSchema.parse('0b5f8a3e-52a1-4c8e-9d4b-111111111111');
const there = threadIdSchema.parse('0b5f8a3e-52a1-4c8e-9d4b-222222222222');

const entries = [
  'The harbour has a new café. It opens on Monday.',
  'Many birds nest near the coast. The harbour bridge is closed until May. Ferries run instead.',
  'A recipe for bread.',
].map((text, at) => ({ id: entryIdSchema.parse(at + 1), title: `Entry ${at + 1}`, text }) as Entry);

const messages = [here, there].map((threadId, at) => ({
  thread: { id: threadId, title: null } as Thread,
  message: {
    id: messageIdSchema.parse(`0b5f8a3e-52a1-4c8e-9d4b-33333333333${at}`),
    text: 'I walked over the bridge.',
    seq: 7,
  } as Message,
}));

/** Finds texts that contain every word. */
const library: LibraryPorts = {
  reader: {
    async listEntries({ query = '' }) {
      const items = entries.filter(({ text }) =>
        query.split(' ').every((word) => text.toLowerCase().includes(word)),
      );
      return { items, nextCursor: null, inSummary: [], inTranslation: [] };
    },
    getEntry: async (id) => entries.find((entry) => entry.id === id) ?? null,
  },
  spaces: {
    async searchMessages({ terms }) {
      const items = messages.filter(({ message }) => terms.every((term) => message.text.includes(term.text)));
      return { items, nextCursor: null };
    },
  },
};

test('a text with more words of the question comes first, and the thread that asks is left out', async () => {
  const found = await searchLibrary(library, {
    text: 'Is the harbour bridge closed?',
    limit: 5,
    exceptThread: here,
  });
  const [first, ...others] = found.map(({ path }) => path);
  expect(first).toBe('/reader/all/2');
  expect(others.sort()).toEqual(['/reader/all/1', `/spaces/thread/${there}?message=7`]);
  expect(found[0]?.text).toContain('closed until May');
});

test('a question about something else finds nothing', async () => {
  expect(await searchLibrary(library, { text: 'Who invented chess?', limit: 5, exceptThread: here })).toEqual(
    [],
  );
});

test('cards of a search carry the passage with its words', async () => {
  const [card, ...others] = await findLibraryCards(library, { text: 'harbour bridge', limit: 5 });
  expect(card).toMatchObject({ kind: 'entry', ref: 'E2', title: 'Entry 2' });
  expect(card?.text).toContain('closed until May');
  expect(others).toEqual([]);
});
