import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { errorCodes } from '#schema/error-codes.ts';
import { renderErrorDocs } from './render-error-docs.ts';

test('docs/errors.md is what the table of errors says now', async () => {
  const written = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  expect(written, 'run: node src/server/write-error-docs.ts').toBe(renderErrorDocs());
});

test('every code has its line', () => {
  const docs = renderErrorDocs();
  for (const code of errorCodes) expect(docs).toContain(`| \`${code}\` |`);
});
