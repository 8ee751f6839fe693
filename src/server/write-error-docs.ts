import { writeFile } from 'node:fs/promises';
import { renderErrorDocs } from './render-error-docs.ts';

await writeFile(new URL('../../docs/errors.md', import.meta.url), renderErrorDocs());
