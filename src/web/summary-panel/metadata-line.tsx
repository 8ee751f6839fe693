import { Fragment } from 'react';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { ModelCheck } from '#schema/runs/grounding.ts';
import { detailLevelOf, type Run } from '#schema/runs/run.ts';
import { isSameLanguage } from '#text/language/language-names.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { isSample, modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useCheckUsage } from './check/use-check-usage.ts';
import { choiceOfRun } from './choice.ts';
import { CheckPart } from './grounding/check-part.tsx';
import type { SummarySource } from './grounding/summary-source.ts';
import { UsageTip } from './usage-tip.tsx';

interface MetadataLineProps {
  shown: EntrySummary;
  source: SummarySource | null;
}

/** The origin of a summary and the result of its check: in one line, or in two where the panel is narrow. */
export function MetadataLine({ shown, source }: MetadataLineProps) {
  const { separator } = useStrings();
  const { grounding, text, contentHash } = shown.summary;
  return (
    <>
      <MadePart run={shown.run} stale={shown.stale} check={grounding?.check} />
      {grounding === null || grounding.sentences.length === 0 ? null : (
        <span className="order-last col-span-2 flex min-w-0 @lg:order-none @lg:shrink-0">
          <span className="hidden whitespace-pre @lg:inline">{separator}</span>
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

/** The summary's origin; its tokens and cost, and those of its check, appear on hover and focus. */
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
      // Shrinks before the verdicts do.
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
  /** For a narrow panel. */
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

/** The provider is truncated first; the tooltip shows it too. */
function modelPart(run: Run, strings: Strings): Part {
  const text = modelName(run, strings) ?? strings.none;
  return {
    key: 'model',
    text,
    ...(run.provider === 'builtin' || run.model === null ? {} : { short: run.model }),
  };
}

/** Why the summary may be out of date, as text. */
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
