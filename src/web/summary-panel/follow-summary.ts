import type { Client } from '#client/create-client.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { PanelAction } from './panel-state.ts';

interface Following {
  client: Client;
  runId: RunId;
  /** Once aborted, nothing more is told: the panel shows another run, or is gone. */
  signal: AbortSignal;
  tell(action: PanelAction): void;
}

/** Tells a run from its first event to its end, and to its stored summary where there is one. */
export async function followSummary({ client, runId, signal, tell }: Following): Promise<void> {
  tell({ type: 'accepted', runId });
  try {
    for await (const event of client.runs.events(runId, { signal })) {
      if (signal.aborted) return;
      tell({ type: 'event', event });
      if (event.type === 'run-end' && event.status !== 'succeeded') return;
    }
    if (signal.aborted) return;
    const { run, summary } = await client.runs.get(runId);
    if (signal.aborted) return;
    if (summary === null) throw new AppError('not_found', '');
    tell({ type: 'finished', run, text: summary.text });
  } catch (error) {
    if (!signal.aborted) tell({ type: 'lost', error: toAppError(error) });
  }
}

/** Finds a run again by its id, as after a reload: its summary, or the rest of its way. */
export async function recallSummary(following: Following): Promise<void> {
  const { client, runId, signal, tell } = following;
  const found = await client.runs.get(runId).catch(() => null);
  if (signal.aborted || found === null) return;
  const { run, summary } = found;
  if (summary !== null) tell({ type: 'finished', run, text: summary.text });
  else if (run.status === 'queued' || run.status === 'running') await followSummary(following);
}
