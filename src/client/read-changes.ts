import { type Change, changeSchema } from '#schema/wire.ts';
import type { Api } from './call-api.ts';
import { readEvents } from './read-events.ts';

export interface ChangesOptions {
  signal?: AbortSignal;
}

export async function* readChanges(api: Api, { signal }: ChangesOptions = {}): AsyncGenerator<Change> {
  const nextCall = () => ({ path: '/api/changes' });
  for await (const change of readEvents(api, { nextCall, schema: changeSchema, signal })) {
    if (change !== null) yield change;
    // Changes made before the connection are not reported.
    else for (const what of changeSchema.shape.what.options) yield { what };
  }
}
