import type { Config } from './read-config.ts';

/** The Host headers this server answers to; any other name is a foreign page pointing here. */
export function servedHosts({ host, port, publicHosts }: Config): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host];
  return [...new Set([...names.map((name) => `${name}:${port}`), ...publicHosts])];
}
