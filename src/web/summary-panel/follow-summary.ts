import type { Client } from '#client/create-client.ts';
import { toAppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { PanelAction } from './panel-machine.ts';

interface Following {
  client: Client;
  entryId: EntryId;
  runId: RunId;
  /** Once aborted, nothing more is reported: the panel shows another run, or is gone. */
  signal: AbortSignal;
  tell(action: PanelAction): void;
}

/** Reports a run from its first event to its end, and then what was stored. */
export async function followSummary({ client, entryId, runId, signal, tell }: Following): Promise<void> {
  try {
    for await (const event of client.runs.events(runId, { signal })) {
      if (signal.aborted) return;
      tell({ type: 'event', event });
      if (event.type === 'run-end' && event.status !== 'succeeded') return;
    }
    if (signal.aborted) return;
    const { items } = await client.reader.summaries.list(entryId);
    if (!signal.aborted) tell({ type: 'finished', runId, stored: items });
  } catch (error) {
    if (!signal.aborted) tell({ type: 'lost', runId, error: toAppError(error) });
  }
}

/** A run usually stops well before this. */
const stopMs = 5000;

/** Stops a run and waits until it has ended, so that the next one runs alone. */
export async function stopRun(client: Client, runId: RunId): Promise<void> {
  const { status } = await client.runs.cancel(runId);
  if (status !== 'queued' && status !== 'running') return;
  const signal = AbortSignal.timeout(stopMs);
  for await (const event of client.runs.events(runId, { signal })) if (event.type === 'run-end') return;
}
