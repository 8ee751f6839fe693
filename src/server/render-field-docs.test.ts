import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { profileRows } from '#schema/models/profile-numbers.ts';
import { renderFieldDocs } from './render-field-docs.ts';

const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');

test('docs/configuration.md is what the tables of fields say now', () => {
  expect(page, 'run: npm run docs:fields').toBe(renderFieldDocs(page));
});

test('every field of a model profile has its line', () => {
  for (const name of Object.keys(profileRows)) expect(page).toContain(`| \`${name}\` |`);
});
