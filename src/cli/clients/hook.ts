import { parseArgs } from 'node:util';
import { sendHook } from '#app/clients/send-hook.ts';
import { readConfig } from '#app/read-config.ts';
import { exitCodes, type Terminal } from '#cli/terminal.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import { hookClients } from '#schema/sessions/hook-client.ts';

const help = `precis hook: pass an event of a coding agent to the worker

  precis hook <client>                         the agent writes the event to standard input
  precis hook <client> <event>                 the agent adds the event to the command
      --url <address>                          of the worker; default: where it runs

  Clients: ${hookClients.join(', ')}. “precis clients install” sets this up. It always exits with 0, so that it never stands in the agent's way.
`;

export async function hook(args: string[], terminal: Terminal): Promise<number> {
  try {
    await passOn(args, terminal);
  } catch (error) {
    terminal.err(`precis hook: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return exitCodes.ok;
}

async function passOn(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.out(help);
    return;
  }
  const [name, given] = positionals;
  const client = hookClients.find((known) => known === name);
  if (client === undefined) throw new Error(`name a client: ${hookClients.join(', ')}`);
  const payload = parseJsonObject(given ?? (await terminal.readStdin()));
  const event = payload?.hook_event_name ?? payload?.type;
  if (payload === null || typeof event !== 'string') throw new Error('the event is not in a known form');

  const config = readConfig(terminal.env);
  const usual = values.url ?? `http://127.0.0.1:${config.port}`;
  const output = await sendHook({ client, event, payload, config, usual });
  if (output !== '') terminal.out(`${output}\n`);
}
