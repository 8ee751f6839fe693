import { statusRoutes } from '#schema/routes/status-routes.ts';
import { type Change, changeSchema } from '#schema/wire.ts';
import type { Api } from './call-api.ts';
import type { CallOptions } from './derive-client.ts';
import { readEvents } from './read-events.ts';

export async function* readChanges(api: Api, { signal }: CallOptions = {}): AsyncGenerator<Change> {
  const nextCall = () => ({ path: statusRoutes.changes.path });
  for await (const change of readEvents(api, { nextCall, schema: changeSchema, signal })) {
    if (change !== null) yield change;
    // Changes made before the connection are not reported.
    else for (const what of changeSchema.shape.what.options) yield { what };
  }
}
