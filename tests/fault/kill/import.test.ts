import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCli } from '#tests/cli/run-cli.ts';
import { closePlace, describeEachPlace, openPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { killImport } from '#tests/fixtures/transcripts/kill-import.ts';
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
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
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

    const expected = await readImported(other);
    const { observations } = expected.counts;
    const killedAt = await killImport({ place, start: () => start(place), kills, observations });
    expect(killedAt).toHaveLength(kills);
    expect(killedAt.at(-1)).toBeLessThan(observations);
    expect((await start(place).ended).code).toBe(0);
    const result = await readImported(place);
    expect(result.wrong).toBeNull();
    expect(result.counts).toEqual(expected.counts);
    expect(result.lines).toEqual(expected.lines);
    expect(result.lines.length).toBeGreaterThan(1000);
  });
});
