import { readFile, writeFile } from 'node:fs/promises';
import { renderFieldDocs } from './render-field-docs.ts';

const page = new URL('../../docs/configuration.md', import.meta.url);
await writeFile(page, renderFieldDocs(await readFile(page, 'utf8')));
