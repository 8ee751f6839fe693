import { useCallback, useState } from 'react';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';

/** A fold that failed while the thread was open, until the notice was seen. Older failures are not shown. */
export function useFoldWarning(failedRuns: readonly Run[]) {
  const failed =
    failedRuns.find(({ taskType, status }) => taskType === 'fold' && status === 'failed') ?? null;
  const [known, setKnown] = useState<{ id: RunId | null; isNews: boolean }>(() => ({
    id: failed?.id ?? null,
    isNews: false,
  }));
  if (failed !== null && failed.id !== known.id) setKnown({ id: failed.id, isNews: true });
  const dismiss = useCallback(() => setKnown((now) => ({ ...now, isNews: false })), []);
  return { warning: known.isNews ? failed : null, dismiss };
}
