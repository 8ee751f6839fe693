import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sanitizerVersion } from '#schema/entry.ts';
import { withCurrentHtml } from '#sources/entry/make-content.ts';
import { markupReaders } from '#sources/entry/pages/markup-readers.ts';
import { requireEntry } from '#sources/entry/require-entry.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { makeEntry } from '#tests/contract/store/make-entry.ts';
import { startTime } from '#tests/contract/store/make-run.ts';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';

const lost = '<a href="https://ok.example/">link text <b>x</b></a>';

describeEachPlace('markup that an older sanitizer wrote', (current) => {
  test.each([
    ['of a feed is made again from what the feed sent', 'feed', '<b>link</b> text'],
    ['of a file is sanitized again', 'file', '<b>stored</b>'],
  ] as const)('%s when it is read, and stored', async (_, textOrigin, expected) => {
    const { place } = current();
    const store = await openStore({ ...place, log: createLineLog().log });
    try {
      const original = '<b onclick="x()">link</b> text';
      const { id } = await store.reader.saveEntry({ ...makeEntry(1), textOrigin, original }, startTime);
      expect((await requireEntry({ store: store.reader }, id)).sanitizer).toBe(sanitizerVersion);
      const stored = textOrigin === 'feed' ? lost : '<b>stored</b><script>x()</script>';
      await withRawDatabase(place, (db) =>
        sql`update entry_texts set html = ${stored}, sanitizer = 1 where entry_id = ${id}`.execute(db),
      );
      const ports = { store: store.reader, markup: markupReaders };
      const old = await requireEntry(ports, id);
      expect(old).toMatchObject({ html: stored, sanitizer: 1 });
      expect((await withCurrentHtml(ports, old)).html).toBe(expected);
      expect(await requireEntry(ports, id)).toMatchObject({
        html: expected,
        sanitizer: sanitizerVersion,
        text: old.text,
        contentHash: old.contentHash,
      });
      // The markup was already sanitized again, so a later write of the old result is ignored.
      await store.reader.replaceHtml(id, '<p>later</p>');
      expect((await requireEntry(ports, id)).html).toBe(expected);
    } finally {
      await store.close();
    }
  });
});
