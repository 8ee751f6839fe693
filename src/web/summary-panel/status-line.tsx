import type { Strings } from '#web/strings/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MetadataLine } from './metadata-line.tsx';
import type { PanelState } from './panel-state.ts';

/** One line that is always there: what the run does now, or how the shown summary came about. */
export function StatusLine({ state }: { state: PanelState }) {
  const strings = useStrings();
  const doing = describeDoing(state, strings);
  return (
    <div className="numeric h-5 min-w-0 truncate text-xs leading-5 text-muted" aria-live="polite">
      {doing !== null ? (
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
          <span className="truncate">{doing}</span>
        </span>
      ) : state.shown !== null ? (
        <MetadataLine run={state.shown.run} />
      ) : null}
    </div>
  );
}

function describeDoing(state: PanelState, { panel }: Strings): string | null {
  if (state.phase === 'idle') return null;
  if (state.stopping) return panel.aborting;
  if (state.phase === 'starting' || state.followed === null) return panel.starting;
  if (state.waiting !== null) return panel.retrying(state.waiting.code, state.waiting.waitMs);
  if (state.followed.status === 'queued') return panel.queued;
  return state.followed.progress === null ? panel.running : panel.progress(state.followed.progress);
}
