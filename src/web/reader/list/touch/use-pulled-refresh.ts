import { useEffect, useState } from 'react';
import type { RefreshProgress } from '#schema/reader-wire.ts';
import { type Refresh, toldMs } from '#web/reader/use-refresh.ts';

type State =
  | { kind: 'idle' | 'asked' | 'running' }
  | { kind: 'done'; result: RefreshProgress }
  | { kind: 'failed'; error: unknown };

/** A refresh that was started here, until its result has been shown. */
export function usePulledRefresh({ progress, begin }: Refresh) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  // What the server said when it began is known by now.
  if (state.kind === 'running' && progress !== null && !progress.running)
    setState({ kind: 'done', result: progress });

  useEffect(() => {
    if (state.kind !== 'done') return undefined;
    const timer = setTimeout(() => setState({ kind: 'idle' }), toldMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function start(): Promise<void> {
    setState({ kind: 'asked' });
    try {
      const begun = await begin.mutateAsync(null);
      setState(begun.running ? { kind: 'running' } : { kind: 'done', result: begun });
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  }

  return {
    isBusy: state.kind === 'asked' || state.kind === 'running',
    /** How far it is, or what it brought; null before the server has answered. */
    shown: state.kind === 'running' ? progress : state.kind === 'done' ? state.result : null,
    error: state.kind === 'failed' ? state.error : null,
    start,
    dismiss: () => setState({ kind: 'idle' }),
  };
}
