import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '#client/call-api.ts';
import type { Route, RouteTable } from '#schema/routes/route.ts';
import { writeLightModule } from '../../publish/write-light-module.ts';

const schema = resolve(import.meta.dirname, '../../src/schema');
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'precis-light-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function lighten<T>(name: string): Promise<T> {
  const file = join(home, `${name.replaceAll('/', '-')}.mjs`);
  await writeFile(file, await writeLightModule(join(schema, name)));
  return import(pathToFileURL(file).href);
}

test('the web app calls every route as its table says, without the schemas', async () => {
  const names = (await readdir(join(schema, 'routes'))).filter((name) => name.endsWith('-routes.ts'));
  let count = 0;
  for (const name of names) {
    const whole: RouteTable = await import(pathToFileURL(join(schema, 'routes', name)).href);
    const light = routesOf(await lighten<RouteTable>(`routes/${name}`));
    expect(light.map(callOf)).toEqual(routesOf(whole).map(callOf));
    count += light.length;
  }
  expect(count).toBeGreaterThan(100);
});

test('an answer of another build is checked by the whole schema, as is one that its schema changes', async () => {
  const { problemSchema } = await lighten<{ problemSchema: Schema<unknown> }>('problem.ts');
  expect(problemSchema.isLoadedLater).toBe(true);
  expect(await problemSchema.safeParse({ type: 'x' })).toMatchObject({ success: false });
  const problem = {
    type: 'x',
    title: 'x',
    status: 404,
    detail: 'x',
    code: 'not_found',
    remedy: '',
    retry: true,
  };
  expect(await problemSchema.safeParse({ ...problem, other: 1 })).toEqual({ success: true, data: problem });
  const { agentRoutes } = await lighten<{ agentRoutes: Record<string, { answer: Schema<unknown> }> }>(
    'routes/settings-routes.ts',
  );
  expect(agentRoutes.exportConfig?.answer.isLoadedLater).toBe(false);
});

function routesOf(table: RouteTable): Route[] {
  return Object.values(table).flatMap((entry) =>
    typeof entry.operationId === 'string' ? [entry as Route] : routesOf(entry as RouteTable),
  );
}

function callOf(route: Route) {
  const { method, path, operationId, keyed, type, argument, result } = route;
  const present = (['body', 'query', 'plain', 'answer'] as const).filter((name) => route[name] !== undefined);
  return { method, path, operationId, keyed, type, argument, result, present };
}
