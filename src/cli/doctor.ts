import { parseArgs } from 'node:util';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const marks = { ok: '✓', warning: '!', failed: '✗' } as const;

const help = `precis doctor: check the installation and show what to fix

  --json   print the checks as JSON

Sends each configured model a one-word request to see whether it responds.
`;

export async function doctor(args: string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  return withApp(terminal, { works: false }, async ({ client }) => {
    const { checks } = await client.diagnosis();
    if (values.json === true) terminal.out(`${JSON.stringify({ checks }, null, 2)}\n`);
    else {
      for (const check of checks) {
        terminal.out(`${marks[check.state]} ${check.name}: ${check.message}\n`);
        if (check.remedy !== null) terminal.out(`    → ${check.remedy}\n`);
      }
    }
    return checks.some((check) => check.state === 'failed') ? exitCodes.environment : exitCodes.ok;
  });
}
