import { parseArgs } from 'node:util';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { formatTable } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis templates: list, copy and check the prompts that models receive

  precis templates [list] [--json]
  precis templates show <id> [--builtin]   print the text of a template: your file, or the built-in one
  precis templates copy <id> [--force]     write the built-in template to your folder and print its path;
                                           --force replaces a copy that is there
  precis templates check [<id>]            check one of your files, or all of them; exits with 4 if one is
                                           not valid

A file of yours is used from the next run on. While it is not valid, the built-in template is used.
`;

export async function templates(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      builtin: { type: 'boolean' },
      force: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', id] = positionals;
  return withApp(terminal, { works: false }, async ({ client }) => {
    switch (action) {
      case 'list': {
        const all = await client.templates.list();
        terminal.out(values.json === true ? `${JSON.stringify(all, null, 2)}\n` : listTemplates(all));
        return exitCodes.ok;
      }
      case 'show': {
        const origin = values.builtin === true ? { origin: 'builtin' as const } : {};
        terminal.out((await client.templates.source(requireId(id), origin)).text);
        return exitCodes.ok;
      }
      case 'copy':
        terminal.out(`${await copyTemplate(client, requireId(id), values.force === true)}\n`);
        return exitCodes.ok;
      case 'check':
        return checkTemplates(client, id, terminal);
      default:
        throw new AppError(
          'invalid_input',
          `Unknown command “precis templates ${action}”. Try precis templates --help.`,
        );
    }
  });
}

type TemplateList = Awaited<ReturnType<Client['templates']['list']>>;

function listTemplates({ items, notices, folder }: TemplateList): string {
  const unused = new Map(notices.map(({ templateId, file }) => [templateId, file]));
  const rows = items.map(({ id, version, origin, overrides }) => [
    id,
    version,
    origin === 'builtin' ? 'built-in' : overrides ? 'yours, replaces the built-in' : 'yours',
    unused.has(id) ? `not valid: ${unused.get(id)}. Run precis templates check` : 'valid',
  ]);
  for (const { templateId, file } of notices) {
    if (items.some(({ id }) => id === templateId)) continue;
    rows.push([templateId ?? file, '', 'yours', 'not valid. Run precis templates check']);
  }
  return `${formatTable(['id', 'version', 'from', 'state'], rows)}\nYour folder: ${folder}\n`;
}

async function copyTemplate(client: Client, id: string, force: boolean): Promise<string> {
  const { text, revision, path } = await client.templates.source(id, { origin: 'builtin' });
  if (revision !== null && !force) {
    throw new AppError('conflict', `${path} exists already. To replace it, add --force.`);
  }
  return (await client.templates.save(id, { text, revision })).path;
}

/** Prints one line for each fault in the format of compilers: file, line, problem. */
async function checkTemplates(client: Client, id: string | undefined, terminal: Terminal): Promise<number> {
  const { items, notices } = await client.templates.list();
  const ids =
    id === undefined ? items.filter(({ origin }) => origin === 'user').map((template) => template.id) : [id];
  const faults =
    id === undefined
      ? notices.map(({ file, line, message }) => describeFault({ file, line, problem: message }))
      : [];
  for (const one of ids) {
    const { text, path } = await client.templates.source(one);
    const checked = await client.templates.check(one, text);
    const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    if (!checked.ok) faults.push(describeFault({ file, line: checked.line, problem: checked.problem }));
  }
  for (const fault of faults) terminal.err(`${fault}\n`);
  if (faults.length > 0) return exitCodes.model;
  terminal.out(
    ids.length === 0 ? 'You have no templates of your own.\n' : `${ids.join(', ')}: no problems found.\n`,
  );
  return exitCodes.ok;
}

function describeFault({ file, line, problem }: { file: string; line: number | null; problem: string }) {
  const rest = problem.startsWith(`${file}: `) ? problem.slice(file.length + 2) : problem;
  return `${file}${line === null ? '' : `:${line}`}: ${rest}`;
}

function requireId(id: string | undefined): string {
  if (id !== undefined) return id;
  throw new AppError('invalid_input', 'Enter the id of a template. precis templates lists them.');
}
