import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RefreshProgress } from '#schema/reader-wire.ts';
import { readerKeys } from '#web/reader/reader-keys.ts';
import { type Refresh, toldMs } from '#web/reader/use-refresh.ts';

type State =
  | { kind: 'idle' | 'asked' | 'running' }
  | { kind: 'done'; result: RefreshProgress }
  | { kind: 'failed'; error: unknown };

/** A refresh that was started here, until its result has been shown. */
export function usePulledRefresh({ begin }: Refresh) {
  // What the server answered at the start is known here before the Reader is rendered with it.
  const progress = useQueryClient().getQueryData<RefreshProgress>(readerKeys.refresh()) ?? null;
  const [state, setState] = useState<State>({ kind: 'idle' });
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
