import type { Config } from '#app/read-config.ts';
import type { Client } from '#client/create-client.ts';
import type { Terminal } from './terminal.ts';

interface Embedded {
  client: Client;
  config: Config;
}

interface WithAppOptions {
  /** Whether the command executes runs in this process. */
  works: boolean;
}

/** Opens Precis in this process, whether or not a server is running, and closes it afterwards. */
export async function withApp<T>(
  terminal: Terminal,
  { works }: WithAppOptions,
  use: (embedded: Embedded) => Promise<T>,
): Promise<T> {
  // Loaded on demand, so that the help of a command does not wait for the app.
  const [{ createApp }, { createLog }, { readConfig }, { createClient }] = await Promise.all([
    import('#app/create-app.ts'),
    import('#app/create-log.ts'),
    import('#app/read-config.ts'),
    import('#client/create-client.ts'),
  ]);
  const config = readConfig(terminal.env);
  const log = createLog({ level: config.logLevel ?? 'fatal' });
  const app = await createApp(config, { mode: 'embedded', log });
  try {
    if (works) await app.start();
    const client = createClient({
      fetch: (input, init) => app.fetch(new Request(input, init)),
      baseUrl: `http://127.0.0.1:${config.port}`,
      ...(config.token === null ? {} : { token: config.token }),
    });
    return await use({ client, config });
  } finally {
    await app.stop(0);
  }
}
