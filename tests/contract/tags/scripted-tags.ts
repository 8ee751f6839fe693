import type { EntryId } from '#schema/entry.ts';
import type { BatchId, TaggingBatch } from '#schema/tag-wire.ts';
import type { ReaderTest } from '#tests/contract/reader/each-reader.ts';
import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';

export const bridge = [
  'The harbour bridge of Lunde will close on 3 March for repairs that cost 310 million kroner.',
  'The city council voted for the closure after engineers found rust in four of its nine pillars.',
  'Ferries will carry pedestrians across the harbour every twenty minutes until the bridge opens again.',
  'Shop owners on the east bank fear that they will lose customers during the works.',
  'The mayor, Ingrid Solberg, promised that the harbour bridge will open again before the summer of 2031.',
].join(' ');

/** Makes the answer of a model that tags: names with what it quotes. */
export const tagged = (...tags: (readonly [name: string, quote: string])[]): Reply => ({
  text: JSON.stringify({ tags: tags.map(([name, quote]) => ({ name, quote })) }),
});

export async function addText(
  { reader }: Pick<ReaderTest, 'reader'>,
  title = 'The bridge',
  text = bridge,
): Promise<EntryId> {
  return (await reader.entries.add({ kind: 'text', title, text })).id;
}

/** Adds different articles whose key terms are known. */
export async function addMany(
  test: Pick<ReaderTest, 'reader'>,
  count: number,
): Promise<{ ids: EntryId[]; topicOf: (at: number) => string }> {
  const topics = ['Solar Power', 'harbour bridge', 'Electric Cars', 'bell founder', 'river ferry'];
  const topicOf = (at: number) => topics[at % topics.length] ?? '';
  const ids: EntryId[] = [];
  for (let at = 0; at < count; at++) {
    const topic = topicOf(at);
    const text = [
      `Report ${at} says that ${topic} will matter more in the town of Lunde than anyone had thought before.`,
      `The council of Lunde discussed ${topic} for three hours and then sent the paper back to its authors.`,
      `Critics of ${topic} were heard as well, and their letter ${at} is printed on the last page of the paper.`,
    ].join(' ');
    ids.push(await addText(test, `Report ${at} about ${topic}`, text));
  }
  return { ids, topicOf };
}

/** Waits until nothing of the batch is left to do, and returns it. */
export async function untilEnded({ client }: Pick<ReaderTest, 'client'>, id: BatchId): Promise<TaggingBatch> {
  for (;;) {
    const batch = await client.tags.batches.get(id);
    if (batch.status !== 'running') return batch;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
