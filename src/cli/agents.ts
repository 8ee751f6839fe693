import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { inSentences, toInvalidInput } from '#schema/faults/say-faults.ts';
import {
  type Agent,
  type AgentConfig,
  type AgentId,
  type AgentInput,
  agentConfigSchema,
  agentIdSchema,
  defaultAgentId,
} from '#schema/models/agent.ts';
import { parseJson } from '#schema/parse-json.ts';
import { describeKey, formatTable } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis agents: manage the agents that answer in Spaces, their models and memory

  precis agents [list]
  precis agents show <id>                 show the effective value of every field and its origin
  precis agents import <file> [--id <id>] add or replace an agent; the ID defaults to the file name
  precis agents export <id>               print the agent as a file, without stored keys
  precis agents remove <id> [--replacement <id>]
                                          delete an agent; one that Spaces use needs a replacement.
                                          The default agent is reset, and can be its own replacement
  precis agents confirm <id>              allow keys to be sent to the addresses in the warnings

To test one of an agent's models: precis models test agent:<id>/llm (or /summarizer).
`;

export async function agents(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      replacement: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', target] = positionals;
  return withApp(terminal, { works: false }, async ({ client }) => {
    switch (action) {
      case 'list':
        terminal.out(listAgents(await client.agents.list()));
        return exitCodes.ok;
      case 'show': {
        const agent = await client.agents.get(readId(target));
        terminal.out(showAgent(agent));
        printWarnings(agent, terminal);
        return exitCodes.ok;
      }
      case 'import': {
        const config = await readConfigFile(target);
        const agent = await client.agents.put(readId(values.id ?? basename(target ?? '', '.json')), config);
        terminal.out(`Saved ${agent.id}. To view it: precis agents show ${agent.id}\n`);
        printWarnings(agent, terminal);
        return exitCodes.ok;
      }
      case 'export': {
        const { config, keysLeftOut } = await client.agents.exportConfig(readId(target));
        terminal.out(`${JSON.stringify(config, null, 2)}\n`);
        for (const part of keysLeftOut) terminal.err(`The stored key of ${part} was not exported.\n`);
        return exitCodes.ok;
      }
      case 'remove':
        await client.agents.remove(
          readId(target),
          values.replacement === undefined ? undefined : readId(values.replacement),
        );
        terminal.out(`${target === defaultAgentId ? 'Reset' : 'Removed'} ${target}.\n`);
        return exitCodes.ok;
      case 'confirm':
        terminal.out(await confirmOrigins(client, readId(target)));
        return exitCodes.ok;
      default:
        throw new AppError(
          'invalid_input',
          `Unknown command “precis agents ${action}”. Try precis agents --help.`,
        );
    }
  });
}

function listAgents(items: Agent[]): string {
  return formatTable(
    ['id', 'name', 'model', 'summarizer', 'memory', 'warnings'],
    items.map(({ id, name, effective, memory, warnings }) => [
      id,
      name,
      effective.llm.model.value,
      effective.summarizer.model.value,
      memory.policy,
      warnings.length === 0 ? '' : `${warnings.length}: precis agents show ${id}`,
    ]),
  );
}

function showAgent({ effective, memory }: Agent): string {
  const rows = (['llm', 'summarizer'] as const).flatMap((part) => {
    const { model, temperature, apiBase, apiKey } = effective[part];
    return [
      [`${part}.model`, model.value, model.from],
      [
        `${part}.temperature`,
        temperature.value === null ? 'provider default' : String(temperature.value),
        temperature.from,
      ],
      [`${part}.apiBase`, apiBase.value ?? 'provider default', apiBase.from],
      [`${part}.apiKey`, describeKey(apiKey.value), apiKey.from],
    ];
  });
  const { tokenBudget, timeoutMs } = effective.summarizer;
  rows.push(['summarizer.tokenBudget', String(tokenBudget.value), tokenBudget.from]);
  rows.push(['summarizer.timeoutMs', String(timeoutMs.value), timeoutMs.from]);
  rows.push(
    ...Object.entries(memory).map(([name, value]) => [`memory.${name}`, String(value ?? '–'), 'memory']),
  );
  return formatTable(['field', 'value', 'from'], rows);
}

function printWarnings({ id, warnings }: Agent, terminal: Terminal): void {
  for (const { part, message } of warnings) terminal.err(`${part}: ${message}\n`);
  if (warnings.some(({ kind }) => kind === 'origin')) terminal.err(`  precis agents confirm ${id}\n`);
}

async function readConfigFile(path: string | undefined): Promise<AgentConfig> {
  if (path === undefined) throw new AppError('invalid_input', 'Enter the path of an agent file.');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AppError('invalid_input', `${path} cannot be read.`);
  });
  const value = parseJson(text);
  if (value === undefined) throw new AppError('invalid_input', `${path} is not valid JSON.`);
  const parsed = agentConfigSchema.safeParse(value, inSentences);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', `${path}: ${toInvalidInput(parsed.error, 'the file').message}`);
}

/** Saves the agent unchanged and confirms the URLs that its warnings name, so that its keys may be sent there. */
async function confirmOrigins(client: Client, id: AgentId): Promise<string> {
  const agent = await client.agents.get(id);
  const origins = agent.warnings.flatMap((warning) => (warning.kind === 'origin' ? [warning.wouldGoTo] : []));
  if (origins.length === 0) return `${id} has nothing to confirm.\n`;
  const confirmKeyOrigins = [...new Set(origins)];
  await client.agents.put(id, { ...toInput(agent), confirmKeyOrigins });
  return `Keys of ${id} may now be sent to ${confirmKeyOrigins.join(' and ')}.\n`;
}

/** Converts the agent to input without its keys, because omitted keys are kept. */
function toInput(agent: Agent): AgentInput {
  const { name, description, systemPrompt, memory, autonomy } = agent;
  const { apiKey: _llmKey, ...llm } = agent.llm;
  const { apiKey: _summarizerKey, ...summarizer } = agent.summarizer ?? {};
  return {
    name,
    description,
    systemPrompt,
    memory,
    autonomy,
    llm,
    ...(agent.summarizer && { summarizer }),
  };
}

function readId(id: string | undefined): AgentId {
  const parsed = agentIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', 'Enter an agent ID: lowercase letters, digits and "-".');
}
