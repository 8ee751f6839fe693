import type { TestProject } from 'vitest/node';
import { type Client, clientRoutes } from '#client/create-client.ts';
import { defaultAgentId } from '#schema/models/agent.ts';
import { pathNames, type Route } from '#schema/routes/route.ts';
import { startPrecis } from '#tests/e2e/start-precis.ts';
import { fillWorld, type World } from '#tests/fixtures/fill-world.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { listActions } from '#tests/web/list-actions.ts';

/** The answers of a server, by the name of the action and the id in its path, if there is one. */
export type RecordedAnswers = Record<string, Record<string, unknown>>;

declare module 'vitest' {
  export interface ProvidedContext {
    world: World;
    recordedAnswers: RecordedAnswers;
    /** Whether `PRECIS_FAULT=full` asks for the long version of the tests that have one. */
    isFull: boolean;
  }
}

/** Records the answers of a real server, because the page of the component tests has none. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('isFull', process.env.PRECIS_FAULT === 'full');
  const [precis, model] = await Promise.all([startPrecis(), startScriptedModel()]);
  try {
    const world = await fillWorld(precis, model);
    const ids = await listIds(precis.client, world);
    const query = { 'checks.state': `?kind=summary&id=${await summaryOf(precis.client, world)}` };
    const recorded: RecordedAnswers = {};
    for (const { name, route } of listActions(clientRoutes)) {
      if (!isRecorded(route)) continue;
      const end =
        route.plain === undefined ? (new Map(Object.entries(query)).get(name) ?? '') : '?format=json';
      const answers = await Promise.all(idsFor(route, ids).map((id) => ask(precis.url, route, id, end)));
      recorded[name] = Object.fromEntries(answers.flat());
    }
    project.provide('world', world);
    project.provide('recordedAnswers', recorded);
  } finally {
    await Promise.all([precis.stop(), model.close()]);
  }
}

/** Lists the ids to ask for, by the start of the path that the id follows. */
async function listIds(client: Client, world: World): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const [entries, runs, issues, batches, models] = await Promise.all([
    client.reader.entries.list({ view: 'all' }),
    client.runs.list(),
    client.issues.list(),
    client.tags.batches.list(),
    client.models.list(),
  ]);
  const idOf = ({ id }: { id: unknown }) => id;
  return new Map<string, readonly unknown[]>([
    ['/api/entries/', entries.items.map(idOf)],
    ['/api/threads/', [world.threadId]],
    ['/api/conversations/', [world.conversationId]],
    ['/api/sessions/', [world.sessionId]],
    ['/api/runs/', runs.items.map(idOf)],
    ['/api/issues/', issues.items.map(idOf)],
    ['/api/tagging/', batches.map(idOf)],
    ['/api/models/', models.map(idOf)],
    ['/api/agents/', [defaultAgentId]],
    ['/api/templates/', ['summary.default']],
  ]);
}

async function summaryOf({ reader }: Client, { entryId }: World): Promise<string> {
  return String((await reader.summaries.list(entryId)).items[0]?.summary.runId);
}

function isRecorded(route: Route): boolean {
  const { method, type, answer } = route;
  return method === 'GET' && type === undefined && answer !== undefined && pathNames(route).length <= 1;
}

function idsFor({ path }: Route, ids: ReadonlyMap<string, readonly unknown[]>): readonly unknown[] {
  const [start = ''] = path.split('{');
  return start === path ? [''] : (ids.get(start) ?? []);
}

async function ask(
  url: string,
  { path, result }: Route,
  id: unknown,
  end: string,
): Promise<[string, unknown][]> {
  const filled = path.replace(/\{\w+\}/, encodeURIComponent(String(id)));
  const response = await fetch(`${url}${filled}${end}`, { headers: { accept: 'application/json' } });
  // Such a route needs a query, so a test that uses it scripts the answer.
  if (response.status !== 200) return [];
  const body: unknown = await response.json();
  return [[String(id), result === undefined ? body : Reflect.get(Object(body), result)]];
}
