import { expect, test } from 'vitest';
import { createLogins, loginSeconds } from '#server/http/require-token.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';

describeEachStore('logins', (current) => {
  test('hold on every process of the database, until they are ended on any', async () => {
    const { store, openAnother } = current();
    const token = 'open sesame';
    const now = () => 1_750_000_000_000;
    const here = createLogins({ store: store.configuration, token, now });
    const there = createLogins({ store: (await openAnother()).configuration, token, now });
    const [first, second, third] = [await here.open(), await here.open(), await there.open()];
    expect(await there.check(first)).toBe('valid');
    expect(await here.check(third)).toBe('valid');
    await there.close(first);
    expect(await here.check(first)).toBe('unknown');
    expect(await here.check(second)).toBe('valid');
    await here.closeAll();
    expect(await there.check(second)).toBe('unknown');
    expect(await there.check(third)).toBe('unknown');
  });

  test('are over under another token and after a month, and are then deleted', async () => {
    const { store } = current();
    let time = 1_750_000_000_000;
    const now = () => time;
    const before = createLogins({ store: store.configuration, token: 'old', now });
    const after = createLogins({ store: store.configuration, token: 'new', now });
    const id = await before.open();
    expect(await after.check(id)).toBe('over');
    expect(await before.check(id)).toBe('valid');
    time += loginSeconds * 1000;
    expect(await before.check(id)).toBe('over');
    await after.open();
    expect(await before.check(id)).toBe('unknown');
  });

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5000), '\u0000'.repeat(43), "' or 1=1 --"])(
    'are not opened by a made-up id (%#)',
    async (id) => {
      const logins = createLogins({
        store: current().store.configuration,
        token: 'open sesame',
        now: Date.now,
      });
      await logins.open();
      expect(await logins.check(id)).toBe('unknown');
    },
  );
});
