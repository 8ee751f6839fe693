import type { FollowedRun } from '#client/follow-run.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { SummarySource } from './grounding/summary-source.ts';
import { MetadataLine } from './metadata-line.tsx';
import type { PanelView } from './panel-view.ts';

interface StatusLineProps {
  view: PanelView;
  source: SummarySource | null;
  isAdvanced: boolean;
  /** Null where the button is elsewhere. */
  onAdvanced: (() => void) | null;
}

/**
 * What the run is doing, or the origin of the shown summary. Always present and equally high, so that the text below
 * does not move: one line, and where the panel is narrow one or two more for the check.
 */
export function StatusLine({ view, source, isAdvanced, onAdvanced }: StatusLineProps) {
  const strings = useStrings();
  const doing = describeDoing(view, strings);
  return (
    <div
      aria-live="polite"
      className="numeric grid min-h-16.25 shrink-0 max-sm:pointer-coarse:min-h-18 @md:min-h-12 grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-y-1 border-b border-line ps-4 pe-3 pb-1.5 text-xs leading-4.5 text-muted @lg:flex @lg:h-6 @lg:min-h-0 lg:pe-4"
    >
      {doing !== null ? (
        <span className="flex min-w-0 items-center gap-2">
          <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
          <span className="truncate">{doing}</span>
        </span>
      ) : view.shown !== null ? (
        <MetadataLine key={view.shown.summary.runId} shown={view.shown} source={source} />
      ) : null}
      {onAdvanced === null ? null : (
        <button
          type="button"
          aria-expanded={isAdvanced}
          onClick={onAdvanced}
          className="col-start-2 ms-3 shrink-0 rounded-sm hover:text-ink hover:underline @lg:ms-auto @lg:ps-3"
        >
          {strings.panel.advanced}
        </button>
      )}
    </div>
  );
}

function describeDoing({ starting, run, stopping, elsewhere }: PanelView, strings: Strings): string | null {
  const { panel } = strings;
  if (stopping) return panel.aborting;
  if (starting) return panel.starting;
  if (run !== null) {
    if (run.waiting !== null) return panel.retrying(run.waiting.code, run.waiting.waitMs);
    if (run.followed.status === 'queued') return panel.queued;
    const { failure, model } = run.followed;
    if (failure !== null && model !== null) return describeFallback({ failure, model }, strings);
    return run.followed.progress === null ? panel.running : panel.progress(run.followed.progress);
  }
  if (elsewhere === null) return null;
  return panel.elsewhere(ownLanguageName(elsewhere.targetLanguage), panel.detail[elsewhere.detailLevel]);
}

function describeFallback(
  { failure, model }: { [Part in 'failure' | 'model']: NonNullable<FollowedRun[Part]> },
  strings: Strings,
): string {
  return strings.panel.fallingBack(
    modelName(failure, strings) ?? failure.modelProfileId,
    modelName(model, strings) ?? model.model,
  );
}
