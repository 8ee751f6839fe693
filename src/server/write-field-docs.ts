import { readFile, writeFile } from 'node:fs/promises';
import { renderClientDocs, renderFieldDocs } from './render-field-docs.ts';

for (const [name, render] of [
  ['configuration.md', renderFieldDocs],
  ['clients.md', renderClientDocs],
] as const) {
  const page = new URL(`../../docs/${name}`, import.meta.url);
  await writeFile(page, render(await readFile(page, 'utf8')));
}
