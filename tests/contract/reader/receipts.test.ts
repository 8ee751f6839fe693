import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import type { Entry } from '#schema/entry.ts';
import { receiptFormats } from '#schema/runs/receipt.ts';
import type { Run } from '#schema/runs/run.ts';
import { verifyAgainst } from '#sources/check/receipts.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { readReceipt } from '#text/receipts/read-receipt.ts';
import { article, describeEachReader, type ReaderTest } from './each-reader.ts';

const title = 'The “bridge”: дом & 橋\u0007/../x';
const hash = async (text: string) => createHash('sha256').update(text).digest('hex');

async function summarize({ reader, feeds, finish }: ReaderTest): Promise<{ entry: Entry; run: Run }> {
  feeds.on('/feed', { body: rss('Feed', [{ id: '1', title: title.replace('&', '&amp;'), html: article }]) });
  await reader.feeds.subscribe({ url: feeds.url('/feed') });
  const [head] = (await reader.entries.list({ view: 'all' })).items;
  if (!head) throw new Error('an entry was expected');
  const run = await finish(await reader.summaries.start(head.id, {}));
  return { entry: await reader.entries.get(head.id), run };
}

describeEachReader('the receipt of a summary', (current) => {
  test('holds against the article, in every format', async () => {
    const { client } = current();
    const { entry, run } = await summarize(current());
    for (const format of receiptFormats) {
      const file = await client.checks.receipt({ kind: 'summary', id: run.id, format });
      const read = readReceipt(file);
      expect(read).toMatchObject({ format, edits: [], isOther: false });
      expect(read.receipt).toMatchObject({
        source: { url: entry.url, sha256: await hash(entry.text), characters: entry.text.length },
        summary: { model: 'offline', language: 'en' },
        check: { by: 'rules', model: null },
      });
      const verified = await verifyAgainst({ textWork: localTextWork, hash }, read, entry.text);
      expect(verified).toMatchObject({ holds: true, sourceChanged: false, problems: [] });
      expect(verified.sentences.length).toBeGreaterThan(0);
      const chinese = await client.checks.receipt({
        kind: 'summary',
        id: run.id,
        format,
        language: 'zh-Hans',
      });
      if (format === 'json') expect(chinese).toBe(file);
      else expect(chinese).toContain('逐句核对');
      expect(
        await verifyAgainst({ textWork: localTextWork, hash }, readReceipt(chinese), entry.text),
      ).toMatchObject({ holds: true, problems: [] });
    }
  });

  test('is downloaded under a name that every system can use', async () => {
    const { run } = await summarize(current());
    const get = (query: string) =>
      current().app.fetch(new Request(`http://localhost/api/receipts?kind=summary&id=${run.id}${query}`));
    const page = await get('&format=html');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-disposition')).toBe(
      `attachment; filename="receipt.html"; filename*=UTF-8''${encodeURIComponent('receipt-The-bridge-дом-橋-x.html')}`,
    );
    expect((await get('')).headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect((await get('&format=pdf')).status).toBe(400);
    expect((await get('&language=tlh')).status).toBe(400);
  });

  test('is refused when the text that was checked is gone', async () => {
    const { client, reader, feeds, finish, refresh } = current();
    const { entry, run } = await summarize(current());
    const changed = article.replaceAll('closed', 'opened');
    feeds.on('/feed', { body: rss('Feed', [{ id: '1', title: 'The bridge', html: changed }]) });
    await refresh();
    expect((await reader.entries.get(entry.id)).contentHash).not.toBe(entry.contentHash);
    await expect(client.checks.receipt({ kind: 'summary', id: run.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Summarize it again'),
    });

    const text = await finish(await client.summarize({ text: entry.text }));
    await expect(client.checks.receipt({ kind: 'summary', id: text.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('precis summarize --receipt'),
    });
    for (const id of ['nothing', '9f1c2d3e-4b5a-4978-8796-a5b4c3d2e1f0'])
      await expect(client.checks.receipt({ kind: 'summary', id })).rejects.toMatchObject({
        code: 'not_found',
      });
  });
});
