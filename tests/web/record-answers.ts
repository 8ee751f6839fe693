import type { TestProject } from 'vitest/node';
import { clientRoutes } from '#client/create-client.ts';
import type { Route, RouteTable } from '#schema/routes/route.ts';
import { startPrecis } from '#tests/e2e/start-precis.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What a new server with the sample feed says to each action that needs no arguments. */
    recordedAnswers: object;
  }
}

/** The page of the component tests has no server, so a real one is asked once. */
export default async function setup(project: TestProject): Promise<void> {
  const precis = await startPrecis();
  try {
    await precis.client.reader.feeds.addSample();
    project.provide('recordedAnswers', await record(precis.url, clientRoutes));
  } finally {
    await precis.stop();
  }
}

async function record(url: string, table: RouteTable): Promise<object> {
  const entries = Object.entries(table).map(async ([name, entry]) => {
    if (!isRoute(entry)) return [name, await record(url, entry)];
    return [name, isRecorded(entry) ? await ask(url, entry) : undefined];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function ask(url: string, { path, result }: Route): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { headers: { accept: 'application/json' } });
  if (response.status !== 200) return undefined;
  const body: unknown = await response.json();
  return result === undefined ? body : Reflect.get(Object(body), result);
}

function isRoute(entry: Route | RouteTable): entry is Route {
  return typeof entry.operationId === 'string';
}

function isRecorded({ method, path, type, plain, answer }: Route): boolean {
  return (
    method === 'GET' &&
    !path.includes('{') &&
    type === undefined &&
    plain === undefined &&
    answer !== undefined
  );
}
