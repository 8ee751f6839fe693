import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Engine } from './create-engine.ts';

/** Cancels a run that is no longer needed. A run deleted in the meantime is not a failure. */
export async function cancelIfThere(engine: Pick<Engine, 'cancel'>, runId: RunId): Promise<void> {
  try {
    await engine.cancel(runId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
}
