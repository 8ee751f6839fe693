import { useEffect, useState } from 'react';
import { type FollowedRun, followRun } from '#client/follow-run.ts';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import { useClient } from './client-provider.tsx';
import { useTakeUp } from './connection.ts';

interface Following {
  runId: RunId | null;
  /** Called once when the run has ended, whatever the outcome. */
  onEnd(ended: FollowedRun): void;
}

/** Follows a run's events to its end. The result stays until another run is followed. */
export function useFollowedRun({ runId, onEnd }: Following) {
  const client = useClient();
  const [followed, setFollowed] = useState<FollowedRun | null>(null);
  const [lost, setLost] = useState<{ runId: RunId; error: AppError } | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (runId === null) return undefined;
    const leaving = new AbortController();
    void follow(runId, leaving.signal);
    return () => leaving.abort();

    async function follow(id: RunId, signal: AbortSignal): Promise<void> {
      let state = followRun.start(id);
      try {
        for await (const event of client.runs.events(id, { signal })) {
          if (signal.aborted) return;
          state = followRun.next(state, event);
          setFollowed(state);
        }
        if (!signal.aborted) onEnd(state);
      } catch (error) {
        if (!signal.aborted) setLost({ runId: id, error: toAppError(error) });
      }
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, runId, attempt]);

  const lostError = lost?.runId === runId ? lost.error : null;
  useTakeUp(lostError, followAgain);

  function followAgain(): void {
    setLost(null);
    setAttempt((count) => count + 1);
  }

  return {
    followed: followed?.runId === runId ? followed : null,
    lost: lostError,
    forget: (id: RunId) => setFollowed((now) => (now?.runId === id ? null : now)),
    followAgain,
  };
}
