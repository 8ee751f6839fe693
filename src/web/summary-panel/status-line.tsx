import { ownLanguageName } from '#web/controls/language-name.ts';
import type { Strings } from '#web/strings/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { SummarySource } from './grounding/summary-source.ts';
import { MetadataLine } from './metadata-line.tsx';
import type { PanelView } from './panel-view.ts';

interface StatusLineProps {
  view: PanelView;
  source: SummarySource | null;
  isAdvanced: boolean;
  onAdvanced(): void;
}

/** One line that is always there: what the run does now, or how the shown summary came about. */
export function StatusLine({ view, source, isAdvanced, onAdvanced }: StatusLineProps) {
  const strings = useStrings();
  const doing = describeDoing(view, strings);
  return (
    <div className="flex h-6 shrink-0 items-center gap-3 border-b border-line ps-4 pe-3 pb-1.5 text-xs text-muted lg:pe-4">
      <div className="numeric min-w-0 flex-1 truncate" aria-live="polite">
        {doing !== null ? (
          <span className="flex items-center gap-2">
            <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
            <span className="truncate">{doing}</span>
          </span>
        ) : view.shown !== null ? (
          <MetadataLine key={view.shown.summary.runId} shown={view.shown} source={source} />
        ) : null}
      </div>
      <button
        type="button"
        aria-expanded={isAdvanced}
        onClick={onAdvanced}
        className="shrink-0 rounded-sm hover:text-ink hover:underline"
      >
        {strings.panel.advanced}
      </button>
    </div>
  );
}

function describeDoing({ starting, run, stopping, elsewhere }: PanelView, { panel }: Strings): string | null {
  if (stopping) return panel.aborting;
  if (starting) return panel.starting;
  if (run !== null) {
    if (run.waiting !== null) return panel.retrying(run.waiting.code, run.waiting.waitMs);
    if (run.followed.status === 'queued') return panel.queued;
    return run.followed.progress === null ? panel.running : panel.progress(run.followed.progress);
  }
  if (elsewhere === null) return null;
  return panel.elsewhere(ownLanguageName(elsewhere.targetLanguage), panel.detail[elsewhere.detailLevel]);
}
