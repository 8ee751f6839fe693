import { parseArgs } from 'node:util';
import { readConfig } from '#app/read-config.ts';
import { serveApp } from '#app/serve-app.ts';
import { exitCodes } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

const help = `precis serve: start the server and the web app

  --port <number>   instead of PRECIS_PORT or 37777
  --host <address>  instead of PRECIS_HOST or 127.0.0.1; others than this machine need PRECIS_TOKEN

  PRECIS_HOME moves the data, DATABASE_URL uses PostgreSQL; all settings: docs/configuration.md
`;

export async function serve(args: string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string' }, host: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const config = readConfig({
    ...terminal.env,
    ...(values.port === undefined ? {} : { PRECIS_PORT: values.port }),
    ...(values.host === undefined ? {} : { PRECIS_HOST: values.host }),
  });
  await serveApp(config, {
    quiet: terminal.interactive,
    signal: terminal.signal,
    onReady: (url) => terminal.out(`Precis is at ${url}\n`),
  });
  return exitCodes.ok;
}
