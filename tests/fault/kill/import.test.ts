import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { startCli } from '#tests/cli/run-cli.ts';
import { closePlace, describeEachPlace, openPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { makeCorpus } from '#tests/fixtures/transcripts/make-corpus.ts';
import { readImported } from '#tests/fixtures/transcripts/read-imported.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const corpusBytes = isFull ? 100e6 : 12e6;
const kills = isFull ? 10 : 3;

describeEachPlace('kill -9 during an import', (current) => {
  let home: string;
  let other: StorePlace;

  beforeEach(async () => {
    home = mkdtempSync(join(scratchFolder(), 'precis-import-kill-'));
    other = await openPlace(current().dialect);
  });
  afterEach(async () => {
    rmSync(home, { recursive: true, force: true });
    await closePlace(other);
  });

  function start({ home: precisHome, databaseUrl }: StorePlace) {
    const env = { PRECIS_HOME: precisHome, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
    return startCli(['clients', 'import', '--json'], { home, env });
  }

  test('loses and doubles nothing: the result is that of one without', async () => {
    const { place } = current();
    makeCorpus(home, { bytes: corpusBytes });
    const whole = await start(other).ended;
    expect({ code: whole.code, err: whole.err }).toEqual({ code: 0, err: '' });

    const store = await openStore(place);
    const count = async () => (await store.sessions.countSessions()).observations;
    let interrupted = 0;
    await store.sessions.withoutIndexing(async () => {
      for (let kill = 0; kill < kills; kill += 1) {
        const stored = await count();
        const cli = start(place);
        let hasEnded = false;
        void cli.ended.then(() => {
          hasEnded = true;
        });
        // As soon as something of it is there.
        while (!hasEnded && (await count()) === stored) await pause(2);
        cli.kill('SIGKILL');
        if ((await cli.ended).code === null) interrupted += 1;
      }
    });
    await store.close();
    expect(interrupted).toBeGreaterThan(0);
    expect((await start(place).ended).code).toBe(0);
    const result = await readImported(place);
    const expected = await readImported(other);
    expect(result.wrong).toBeNull();
    expect(result.counts).toEqual(expected.counts);
    expect(result.lines).toEqual(expected.lines);
    expect(result.lines.length).toBeGreaterThan(1000);
  });
});
