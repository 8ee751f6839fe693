import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';

/** What a model answers: names with the passages that justify them. */
export function tagReply(tags: Record<string, string>, rest: Reply = {}): Reply {
  const answer = Object.entries(tags).map(([name, quote]) => ({ name, quote }));
  return { text: JSON.stringify({ tags: answer }), ...rest };
}

export const bridgeTags = {
  bridges: 'engineers found cracks in eleven of its forty main hangers',
  ferries: 'Ferries will run every ten minutes between the north and the south bank',
  'public spending': 'The city has set aside 310 million for the work',
};
