import { parseArgs } from 'node:util';
import { createClientFiles } from '#app/clients/client-files.ts';
import { AppError } from '#schema/app-error.ts';
import { readChoice } from '#schema/faults/say-faults.ts';
import { targetLanguageSchema } from '#schema/language.ts';
import {
  type ListMemoriesQuery,
  type Memory,
  memoryIdSchema,
  memoryKindSchema,
  memoryKinds,
  type ProposalReason,
} from '#schema/sessions/memory.ts';
import { auditMemory } from './memory-audit.ts';
import { formatTable, toOneLine } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis memory: what coding sessions are told to keep to

  precis memory [list] [--project <name>] [--waiting | --superseded | --dismissed] [--json]
  precis memory save <text> [--kind <kind>] [--project <name>]
                                save a memory; without --project it applies to all projects
  precis memory edit <number> [<text>] [--kind <kind>] [--project <name> | --all-projects]
                                change a memory; a superseded one applies again
  precis memory remove <number> [--undo]
                                delete a memory; --undo restores it, for ten minutes

  precis memory confirm <number>…
                                confirm what waits for you: commands to run, permissions, rules for all projects,
                                removals and what came from a file. Sessions receive none of it before
  precis memory dismiss <number>…
                                dismiss it
  precis memory undo <number>   take back a decision, or put back a memory that a later one replaced

  precis memory excluded        list projects of which nothing is recorded
  precis memory exclude <project> [--undo]
                                stop recording a project; --undo records it again

  precis memory language <project> [<language> | --undo]
                                show or set the language of a project's summaries, such as de; --undo: that of the prompts

  precis memory recall [on | off] [--project <name>]
                                whether prompts of a project get something from memory; without --project: of this folder's
  precis memory keep <record> <record> [--undo]
                                say that the second record, such as P41, does not replace the first

  precis memory audit [--project <name>] [--fix] [--json]
                                find memories that are doubled, stale, never used or risky, here and in files of agents;
                                --fix asks for each of its own whether to delete it

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
      waiting: { type: 'boolean' },
      dismissed: { type: 'boolean' },
      undo: { type: 'boolean' },
      fix: { type: 'boolean' },
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
  return withApp(terminal, { works: false }, async ({ client, config }) => {
    const { memories } = client;
    const print = (memory: Memory) =>
      terminal.out(values.json === true ? asJson(memory) : listMemories([memory]));
    if (action === 'list') {
      const state = readState(values);
      const { items } = await memories.list({ project, state, limit: 500 });
      if (values.json === true) terminal.out(asJson(items));
      else if (state === 'proposed') terminal.out(listWaiting(items));
      else {
        const isCurrent = state === 'current';
        const waiting = isCurrent
          ? (await memories.list({ project, state: 'proposed', limit: 500 })).items
          : [];
        if (waiting.length > 0) terminal.out(`${listWaiting(waiting)}\n`);
        terminal.out(listMemories(items));
      }
    } else if (action === 'confirm' || action === 'dismiss') {
      for (const given of [first, ...rest]) {
        const id = readId(given);
        await memories[action](id);
        const done = action === 'confirm' ? 'Confirmed' : 'Dismissed';
        terminal.out(`${done}. Undo: precis memory undo ${id}\n`);
      }
    } else if (action === 'undo') print(await memories.undo(readId(first)));
    else if (action === 'save')
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
    } else if (action === 'recall') {
      const of =
        project === undefined ? await createClientFiles(config.env).identifyProject(process.cwd()) : null;
      const named = { project: project ?? readText([of?.name]) };
      const identities = of?.identities ?? [];
      if (first !== undefined && first !== 'on' && first !== 'off')
        throw new AppError('invalid_input', 'Use precis memory recall on, or off.');
      const isOn = first === 'on';
      const answer =
        first === undefined
          ? await client.sessions.projectRecall({ ...named, projectIdentities: identities.join('\n') })
          : await client.sessions.setProjectRecall({ ...named, projectIdentities: identities, isOn });
      const told = answer.isOn ? 'get' : 'get nothing';
      terminal.out(`Prompts of ${named.project} ${told} from memory.\n`);
    } else if (action === 'keep') {
      const [older = '', newer = ''] = [first, ...rest];
      await client.sessions.setSuperseded({ older, newer, isSuperseded: values.undo === true });
      terminal.out(
        values.undo === true
          ? `${newer} may replace ${older} again.\n`
          : `${newer} does not replace ${older}. Undo: precis memory keep ${older} ${newer} --undo\n`,
      );
    } else if (action === 'audit') {
      await auditMemory(terminal, { client, project, fix: values.fix === true, json: values.json === true });
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

interface StateFlags {
  waiting?: boolean | undefined;
  superseded?: boolean | undefined;
  dismissed?: boolean | undefined;
}

function readState({ waiting, superseded, dismissed }: StateFlags): ListMemoriesQuery['state'] {
  if (waiting === true) return 'proposed';
  if (superseded === true) return 'superseded';
  return dismissed === true ? 'dismissed' : 'current';
}

const reasons: Record<ProposalReason, string> = {
  action: 'It asks the agent to do something.',
  permission: 'It lets the agent skip asking.',
  unclear: 'It may be more than a limit.',
  pasted: 'It may be pasted.',
  'all-projects': 'It would hold in all projects.',
  removal: 'It would end a memory.',
  import: 'It comes from an imported file.',
  earlier: 'An earlier version took it for your words.',
};

function listWaiting(found: readonly Memory[]): string {
  if (found.length === 0) return 'Nothing waits for your confirmation.\n';
  const rows = found.map(({ id, project, text, proposal }) => [
    String(id),
    project ?? '(all)',
    proposal === null ? '' : reasons[proposal.asks],
    proposal?.asks === 'removal'
      ? `${toOneLine(text)} (would end: “${toOneLine(proposal.about ?? '')}”)`
      : toOneLine(text),
  ]);
  const table = formatTable(['number', 'project', 'why it waits', 'text'], rows);
  return `Waiting for your confirmation. Use precis memory confirm <number> or dismiss <number>.\n${table}`;
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
      toOneLine(text),
    ]),
  );
}
