import { parseArgs } from 'node:util';
import { readConfig } from '#app/read-config.ts';
import { serveApp } from '#app/serve-app.ts';
import { exitCodes, type Terminal } from './terminal.ts';

const help = `precis serve: start the server and the web app

  --port <number>   overrides PRECIS_PORT; default 37777
  --host <address>  overrides PRECIS_HOST; default 127.0.0.1. Other addresses require PRECIS_TOKEN

  PRECIS_HOME sets the data folder; DATABASE_URL selects PostgreSQL. All settings: docs/configuration.md
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
