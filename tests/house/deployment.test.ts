import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { serverFlags } from '#app/clients/launcher.ts';
import { readConfig } from '#app/read-config.ts';
import { servedHosts } from '#app/wiring/server-ports.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const environment = z.record(z.string(), z.string());
const server = z.object({ environment, depends_on: z.unknown(), stop_grace_period: z.string() });
const compose = z
  .object({
    services: z.object({
      'precis-1': server,
      'precis-2': server,
      postgres: z.object({ environment, volumes: z.array(z.string()) }),
      proxy: z.object({ ports: z.array(z.string()), depends_on: z.array(z.string()) }),
    }),
    configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read('compose.yaml'), { merge: true }));
const { services } = compose;

/** Fills in variables as docker compose does from .env. */
function fillIn(text: string): string {
  const given: Record<string, string> = { POSTGRES_PASSWORD: 'letters0and1digits' };
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string, fallback: string) =>
      given[name] ?? (kind === '-' ? fallback : `${name.toLowerCase()}-of-enough-characters`),
  );
}

const names = new Set(
  [read('src/app/read-config.ts'), read('src/models/keys/load-secret-key.ts')].flatMap((source) =>
    [...source.matchAll(/env\.([A-Z_]+)/g)].map(([, name]) => name),
  ),
);

describe('compose.yaml', () => {
  const given = Object.fromEntries(
    Object.entries(services['precis-1'].environment).map(([name, value]) => [name, fillIn(value)]),
  );
  const config = readConfig(given);

  test('gives the servers only what the program reads, in a form that it takes', () => {
    for (const name of Object.keys(given)) expect(names).toContain(name);
    expect(services['precis-2']).toEqual(services['precis-1']);
    expect(config.token?.length).toBeGreaterThanOrEqual(16);
    expect(given.PRECIS_SECRET_KEY?.length).toBeGreaterThanOrEqual(16);
    expect(servedHosts(config)).toContain('localhost:8080');
  });

  test('points the servers at its own database', () => {
    const url = new URL(config.databaseUrl ?? '');
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services.postgres.environment;
    expect(url.hostname in services).toBe(true);
    expect([url.username, url.pathname, url.password]).toEqual([
      POSTGRES_USER,
      `/${POSTGRES_DB}`,
      fillIn(POSTGRES_PASSWORD ?? ''),
    ]);
    for (const mount of services.postgres.volumes)
      expect(compose.volumes).toHaveProperty(mount.split(':')[0] ?? '');
  });

  test('sends the proxy to every server, asking what the server answers', () => {
    const { content } = compose.configs.caddyfile;
    expect(content).toContain(`reverse_proxy precis-1:${config.port} precis-2:${config.port} {`);
    expect(services.proxy.depends_on).toEqual(['precis-1', 'precis-2']);
    expect(/health_uri (\S+)/.exec(content)?.[1]).toBe('/api/ready');
    expect(read('src/server/create-server.ts')).toContain("'/api/ready'");
    expect(services.proxy.ports[0]).toMatch(/:8080$/);
    expect(content).toContain(':8080 {');
  });

  test('lets a server stop in its own time', () => {
    const graceSeconds = Number.parseInt(services['precis-1'].stop_grace_period, 10);
    // The sum has the drain, requests and their last responses, runs, and the teardown of unresponsive connections.
    const longestSeconds = 2 * (config.drainMs / 1000) + 2 + 5 + 12;
    expect(graceSeconds).toBeGreaterThanOrEqual(longestSeconds);
  });
});

test.each(['Dockerfile', 'package.json'])(
  '%s starts the server with the flags of Node that the service has',
  (file) => {
    const start = read(file)
      .split('\n')
      .find((line) => /^CMD|"start":/.test(line));
    for (const flag of serverFlags) expect(start).toContain(flag);
  },
);

test('the Dockerfile copies what there is and starts the program on its port', () => {
  const text = read('Dockerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \.\/?$/gm)].flatMap(
    ([, files]) => files?.split(' ') ?? [],
  );
  for (const file of copied) expect(existsSync(join(root, file))).toBe(true);
  expect(read('publish/build.ts')).toContain("join(root, 'dist', 'packages', 'precis')");
  expect(text).toContain('COPY --from=build /app/dist/packages/precis ./');
  expect(existsSync(join(root, 'publish/precis/bin/precis.cjs'))).toBe(true);
  const env = /^ENV (.+)$/m.exec(text)?.[1]?.split(' ') ?? [];
  for (const setting of env) expect(names).toContain(setting.split('=')[0]);
  expect(text).toContain('127.0.0.1:37777/api/ready');
});

test('docs/deployment.md names only variables that the program reads', () => {
  const text = read('docs/deployment.md');
  const named = new Set([...text.matchAll(/\b(PRECIS_[A-Z_]+)/g)].map(([, name]) => name));
  expect(named.size).toBeGreaterThan(5);
  for (const name of named) expect(names).toContain(name);
});
