import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AppError } from '#schema/app-error.ts';
import { parseJson } from '#schema/parse-json.ts';
import { type Tag, tagExportSchema } from '#schema/tag-wire.ts';
import { formatTable } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis tags: list, export and import tags

  precis tags [list] [--json]
  precis tags export            write the library and the tags of all entries to standard output, as JSON
  precis tags import <file>     add the tags of such a file to the library, and to the entries that are here
`;

export async function tags(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', path] = positionals;
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return withApp(terminal, { works: false }, async ({ client }) => {
    if (action === 'list') {
      const found = await client.tags.list();
      terminal.out(values.json === true ? asJson(found) : listTags(found));
    } else if (action === 'export') terminal.out(asJson(await client.tags.export()));
    else if (action === 'import') {
      const report = await client.tags.import(await readExport(path));
      terminal.out(
        `Added ${report.tags} tags and ${report.synonyms} synonyms to the library, and ${report.entryTags} tags to entries. ${report.unknownEntries} entries of the file are not here.\n`,
      );
    } else {
      throw new AppError('invalid_input', `Unknown command “precis tags ${action}”. Try precis tags --help.`);
    }
    return exitCodes.ok;
  });
}

async function readExport(path: string | undefined) {
  if (path === undefined) throw new AppError('invalid_input', 'Enter the path of an exported file.');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AppError('invalid_input', `${path} cannot be read.`);
  });
  const parsed = tagExportSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new AppError('invalid_input', `${path} is not a file of exported tags.`);
  return parsed.data;
}

function listTags(found: readonly Tag[]): string {
  if (found.length === 0) return 'No tags yet.\n';
  return formatTable(
    ['tag', 'entries', 'synonyms'],
    found.map(({ name, entries, synonyms }) => [name, String(entries), synonyms.join(', ')]),
  );
}
