import { changeKinds } from '#schema/change-kinds.ts';
import { statusRoutes } from '#schema/routes/status-routes.ts';
import type { Change } from '#schema/wire.ts';
import type { Api } from './call-api.ts';
import type { CallOptions } from './derive-client.ts';
import { readEvents } from './read-events.ts';

export async function* readChanges(api: Api, { signal }: CallOptions = {}): AsyncGenerator<Change> {
  const { path, answer: schema } = statusRoutes.changes;
  for await (const change of readEvents(api, { nextCall: () => ({ path }), schema, signal })) {
    if (change !== null) yield change;
    // Changes made before the connection are not reported.
    else for (const what of changeKinds) yield { what };
  }
}
