import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hookClientNames } from '#schema/sessions/hook-client.ts';
import { renderClientDocs } from './render-field-docs.ts';

const page = await readFile(new URL('../../docs/clients.md', import.meta.url), 'utf8');

test('docs/clients.md is what the definitions of clients say now', () => {
  expect(page, 'run: npm run docs:fields').toBe(renderClientDocs(page));
});

test.each(Object.entries(hookClientNames))('%s has its line', (id, name) => {
  expect(page).toContain(`| ${name} (\`${id}\`) |`);
});
