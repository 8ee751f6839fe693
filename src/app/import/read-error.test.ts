import { expect, test } from 'vitest';
import { explainReadError, isMissing } from './import-job.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: no luck`), { code });

test('a missing file is no error, and a forbidden one says what to do', () => {
  expect(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].map((code) => isMissing(failure(code)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  for (const code of ['EACCES', 'EPERM'])
    expect(explainReadError(failure(code))).toBe(
      'permission denied. Allow your user to read it, then run the import again.',
    );
  expect(explainReadError(failure('ELOOP'))).toBe('ELOOP: no luck');
});
