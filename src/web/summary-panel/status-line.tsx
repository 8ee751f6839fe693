import { Fragment } from 'react';
import type { FollowedRun } from '#client/follow-run.ts';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { ModelCheck } from '#schema/runs/grounding.ts';
import { detailLevelOf, type Run } from '#schema/runs/run.ts';
import { isSameLanguage } from '#text/language/language-names.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { isSample, modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { choiceOfRun } from './choice.ts';
import { CheckPart } from './grounding/check-part.tsx';
import type { SummarySource } from './grounding/sentence-passages.ts';
import type { PanelView } from './panel-view.ts';
import { UsageTip, useCheckUsage } from './usage-tip.tsx';

interface StatusLineProps {
  view: PanelView;
  source: SummarySource | null;
  isAdvanced: boolean;
  /** Null where the button is elsewhere. */
  onAdvanced: (() => void) | null;
}

/**
 * Shows what the run is doing, or the origin of the shown summary. The line is always present and equally high, so
 * that the text below does not move. The check has a line of its own, or two in a narrow panel.
 */
export function StatusLine({ view, source, isAdvanced, onAdvanced }: StatusLineProps) {
  const strings = useStrings();
  const doing = describeDoing(view, strings);
  return (
    <div
      aria-live="polite"
      className="numeric grid min-h-16.25 shrink-0 max-sm:pointer-coarse:min-h-18 @xl:min-h-12 grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-y-1 border-b border-line ps-4 pe-3 pb-1.5 text-xs leading-4.5 text-muted lg:pe-4"
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
          className="col-start-2 ms-3 shrink-0 rounded-sm hover:text-ink hover:underline"
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

interface MetadataLineProps {
  shown: EntrySummary;
  source: SummarySource | null;
}

/** Shows the origin of a summary, and the result of its check below. */
function MetadataLine({ shown, source }: MetadataLineProps) {
  const { grounding, text, contentHash } = shown.summary;
  return (
    <>
      <MadePart run={shown.run} stale={shown.stale} check={grounding?.check} />
      {grounding === null || grounding.sentences.length === 0 ? null : (
        <span className="order-last col-span-2 flex min-w-0">
          <CheckPart
            grounding={grounding}
            summaryText={text}
            sourceText={source?.contentHash === contentHash ? source.text : null}
            isChanged={shown.stale.includes('article')}
          />
        </span>
      )}
    </>
  );
}

interface MadePartProps {
  run: Run;
  stale: EntrySummary['stale'];
  check: ModelCheck | undefined;
}

/** Shows the origin of the summary. Hover and focus show the tokens and cost of the summary and of its check. */
function MadePart({ run, stale, check }: MadePartProps) {
  const strings = useStrings();
  const formats = useFormats();
  const checkUsage = useCheckUsage(check);
  const usage = [...usageLines(run, strings, formats), ...checkUsage];
  const known = [...metadataParts(run, strings, formats), ...staleParts(stale, strings)];
  // A narrow screen truncates the line, so what needs attention comes first.
  const parts = known.toSorted((a, b) => Number(b.caution ?? false) - Number(a.caution ?? false));
  return (
    <UsageTip
      lines={usage}
      // The origin shrinks before the verdicts do.
      className="truncate -outline-offset-2"
    >
      {parts.map(({ key, text, short, caution }, index) => (
        <Fragment key={key}>
          {index === 0 ? '' : strings.separator}
          <span data-part={key} className={caution ? 'text-caution' : ''}>
            {short === undefined ? text : <FullOrShort full={text} short={short} />}
          </span>
        </Fragment>
      ))}
    </UsageTip>
  );
}

function FullOrShort({ full, short }: { full: string; short: string }) {
  return (
    <>
      <span className="hidden @lg:inline">{full}</span>
      <span className="@lg:hidden">{short}</span>
    </>
  );
}

interface Part {
  key: string;
  text: string;
  /** A shorter text for a narrow panel. */
  short?: string;
  caution?: boolean;
}

function metadataParts(run: Run, strings: Strings, formats: Formats): Part[] {
  const { panel } = strings;
  const { targetLanguage, outputLanguage, coverage } = run;
  const detailLevel = detailLevelOf(run);
  const strayed =
    targetLanguage !== null && outputLanguage !== null && !isSameLanguage(targetLanguage, outputLanguage);
  const parts: (Part | null)[] = [
    targetLanguage === null ? null : { key: 'language', text: ownLanguageName(targetLanguage) },
    detailLevel === null ? null : { key: 'detail', text: panel.detail[detailLevel] },
    choiceOfRun(run)?.of === undefined
      ? null
      : { key: 'of', text: strings.translation.summaryOf.translation },
    modelPart(run, strings),
    { key: 'time', text: formats.time(run.finishedAt ?? run.createdAt) },
    run.durationMs === null ? null : { key: 'duration', text: formats.duration(run.durationMs) },
    coverage === null || coverage.chunksTotal === 1
      ? null
      : {
          key: 'coverage',
          text: panel.partsRead(coverage.chunksRead, coverage.chunksTotal),
          caution: coverage.chunksRead < coverage.chunksTotal,
        },
    strayed
      ? { key: 'strayed', text: panel.otherLanguage(ownLanguageName(outputLanguage)), caution: true }
      : null,
  ];
  return parts.filter((part) => part !== null);
}

/** Describes the model. A narrow panel leaves out the provider, which the tooltip also shows. */
function modelPart(run: Run, strings: Strings): Part {
  const text = modelName(run, strings) ?? strings.none;
  return {
    key: 'model',
    text,
    ...(run.provider === 'builtin' || run.model === null ? {} : { short: run.model }),
  };
}

/** Says why the summary may be out of date. */
function staleParts(stale: EntrySummary['stale'], { panel }: Strings): Part[] {
  return stale.map((reason) => ({ key: `stale-${reason}`, text: panel.stale[reason], caution: true }));
}

function usageLines(run: Run, strings: Strings, formats: Formats): string[] {
  const { panel } = strings;
  const lines: string[] = [];
  if (isSample(run)) lines.push(panel.sampleExplained);
  else if (run.provider === 'builtin') lines.push(panel.offlineExplained);
  else lines.push(modelName(run, strings) ?? strings.none);
  if (run.usage === null) return lines;
  const { inputTokens, outputTokens, cachedInputTokens, costUsd, reported } = run.usage;
  lines.push(panel.tokens(inputTokens, outputTokens));
  if (cachedInputTokens > 0) lines.push(panel.cachedTokens(cachedInputTokens));
  if (run.provider === 'builtin') return lines;
  if (!reported) lines.push(panel.tokensCounted);
  lines.push(costUsd === null ? panel.costUnknown : formats.cost(costUsd));
  return lines;
}
