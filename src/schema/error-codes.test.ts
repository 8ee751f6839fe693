import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeError, errorCodes } from './error-codes.ts';

const source = join(import.meta.dirname, '..');

test('no remedy sends people to a page: they may be on the command line', () => {
  for (const code of errorCodes) expect(describeError(code).remedy).not.toMatch(/reload|refresh/i);
});

test('every conflict says what happened and what to do', () => {
  const thrown = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/AppError\(\s*'conflict',([^]*?)\);/g),
    ])
    .flatMap(([, call = '']) => call.match(/'[A-Z][^'\n]+'|`[^`]+`/g) ?? []);
  expect(thrown.length).toBeGreaterThan(40);
  // Each message needs a second sentence, or a second half after a semicolon.
  for (const message of thrown) expect(message).toMatch(/[.;] [A-Za-z][^.]+\.['`]$/);
});
