import type { RunId } from '#schema/ids.ts';
import { fillPath } from '#schema/routes/route.ts';
import { runRoutes } from '#schema/routes/run-routes.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { Api, ApiCall } from './call-api.ts';
import { readEvents } from './read-events.ts';

export interface RunEventsOptions {
  /** The last event the reader has; if omitted, all events are read. */
  afterSeq?: number;
  signal?: AbortSignal;
}

export async function* readRunEvents(
  api: Api,
  id: RunId,
  { afterSeq = 0, signal }: RunEventsOptions = {},
): AsyncGenerator<RunEvent> {
  let seq = afterSeq;
  const nextCall = (): ApiCall => ({
    path: fillPath(runRoutes.events, [id]),
    headers: seq === 0 ? {} : { 'last-event-id': String(seq) },
  });
  for await (const event of readEvents(api, { nextCall, schema: runRoutes.events.answer, signal })) {
    if (event === null || event.seq <= seq) continue;
    seq = event.seq;
    yield event;
    if (event.type === 'run-end') return;
  }
}
