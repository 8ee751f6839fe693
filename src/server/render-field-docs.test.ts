import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { llmNumberNames, memoryNumberNames, summarizerNumberNames } from '#schema/models/agent.ts';
import { profileRows } from '#schema/models/profile-fields.ts';
import { defaultSettings } from '#schema/settings.ts';
import { renderFieldDocs } from './render-field-docs.ts';

const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');

test('docs/configuration.md is what the tables of fields say now', () => {
  expect(page, 'run: npm run docs:fields').toBe(renderFieldDocs(page));
});

test.each([
  ...Object.keys(profileRows),
  ...Object.entries(defaultSettings).flatMap(([section, fields]) =>
    Object.keys(fields).map((name) => `${section}.${name}`),
  ),
  ...llmNumberNames.map((name) => `llm.${name}`),
  ...summarizerNumberNames.map((name) => `summarizer.${name}`),
  ...memoryNumberNames.map((name) => `memory.${name}`),
])('%s has its line', (name) => {
  expect(page).toContain(`| \`${name}\` |`);
});
