import { parseArgs } from 'node:util';
import { formatTable } from '#cli/printing/format-table.ts';
import { AppError } from '#schema/app-error.ts';
import { targetLanguageSchema } from '#schema/language.ts';
import { type Memory, memoryIdSchema, memoryKindSchema, memoryKinds } from '#schema/sessions/memory.ts';
import { exitCodes } from './exit-code.ts';
import { readChoice } from './read-choice.ts';
import type { Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis memory: what coding sessions are told to keep to

  precis memory [list] [--project <name>] [--superseded] [--json]
  precis memory save <text> [--kind <kind>] [--project <name>]
                                save a memory; without --project it applies to all projects
  precis memory edit <number> [<text>] [--kind <kind>] [--project <name> | --all-projects]
                                change a memory; a superseded one applies again
  precis memory remove <number> [--undo]
                                delete a memory; --undo restores it, for ten minutes

  precis memory excluded        list projects of which nothing is recorded
  precis memory exclude <project> [--undo]
                                stop recording a project; --undo records it again

  precis memory language <project> [<language> | --undo]
                                show or set the language of a project's summaries, such as de; --undo: that of the prompts

  Kinds: ${memoryKinds.join(', ')}. Default: instruction.
`;

export async function memory(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      project: { type: 'string' },
      'all-projects': { type: 'boolean' },
      superseded: { type: 'boolean' },
      undo: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', first, ...rest] = positionals;
  const kind = values.kind === undefined ? undefined : readChoice(memoryKindSchema, '--kind', values.kind);
  const { project } = values;
  return withApp(terminal, { works: false }, async ({ client }) => {
    const { memories } = client;
    const print = (memory: Memory) =>
      terminal.out(values.json === true ? asJson(memory) : listMemories([memory]));
    if (action === 'list') {
      const state = values.superseded === true ? 'superseded' : 'current';
      const { items } = await memories.list({ project, state, limit: 500 });
      terminal.out(values.json === true ? asJson(items) : listMemories(items));
    } else if (action === 'save')
      print(await memories.save({ text: readText([first, ...rest]), kind, project }));
    else if (action === 'edit') {
      const text = rest.length === 0 ? undefined : readText(rest);
      const scope = values['all-projects'] === true ? null : project;
      print(await memories.edit(readId(first), { text, kind, project: scope }));
    } else if (action === 'remove' && values.undo === true) print(await memories.restore(readId(first)));
    else if (action === 'remove') {
      await memories.remove(readId(first));
      terminal.out(`Deleted. Undo: precis memory remove ${first} --undo\n`);
    } else if (action === 'language') {
      const name = readText([first]);
      const [code] = rest;
      const language = code === undefined ? null : readChoice(targetLanguageSchema, 'language', code);
      const isShown = code === undefined && values.undo !== true;
      const answer = isShown
        ? await client.sessions.projectLanguage({ project: name })
        : await client.sessions.setProjectLanguage({ project: name, language });
      terminal.out(`${answer.name ?? 'The language of the prompts'}\n`);
    } else if (action === 'excluded') {
      const projects = await client.sessions.excludedProjects();
      terminal.out(projects.length === 0 ? 'All projects are recorded.\n' : `${projects.join('\n')}\n`);
    } else if (action === 'exclude') {
      const name = readText([first, ...rest]);
      if (values.undo === true) await client.sessions.includeProject(name);
      else await client.sessions.excludeProject(name);
      terminal.out(
        values.undo === true ? `${name} is recorded again.\n` : `${name} is no longer recorded.\n`,
      );
    } else {
      throw new AppError(
        'invalid_input',
        `Unknown command “precis memory ${action}”. Try precis memory --help.`,
      );
    }
    return exitCodes.ok;
  });
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function readText(words: (string | undefined)[]): string {
  const text = words.join(' ').trim();
  if (text === '') throw new AppError('invalid_input', 'Enter a text.');
  return text;
}

function readId(given: string | undefined) {
  const { data } = memoryIdSchema.safeParse(Number(given));
  if (data === undefined)
    throw new AppError('invalid_input', 'Enter the number of a memory. See precis memory list.');
  return data;
}

function listMemories(found: readonly Memory[]): string {
  if (found.length === 0) return 'No memories yet.\n';
  return formatTable(
    ['number', 'kind', 'project', 'source', 'text'],
    found.map(({ id, kind, project, source, origin, text }) => [
      String(id),
      kind,
      project ?? '(all)',
      source === null ? origin : `${source.kind.charAt(0).toUpperCase()}${source.id}`,
      text.replace(/\s+/gu, ' '),
    ]),
  );
}
