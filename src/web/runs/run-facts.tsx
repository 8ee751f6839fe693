import type { ReactNode } from 'react';
import { builtinModelProfileId } from '#schema/ids.ts';
import { detailLevelOf, type Run } from '#schema/runs/run.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { Facts } from './detail-frame.tsx';

/** Everything known about how a run went. Unknown values are omitted. */
export function RunFacts({ run }: { run: Run }) {
  const strings = useStrings();
  const formats = useFormats();
  const { fields } = strings.runs;
  const known = Object.entries(factsOf(run, strings, formats))
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ({ key, label: fields[key as keyof typeof fields], value }));
  return <Facts facts={known} />;
}

function factsOf(
  run: Run,
  strings: Strings,
  formats: Formats,
): Record<keyof Strings['runs']['fields'], ReactNode> {
  const { runs, panel } = strings;
  const { coverage, usage } = run;
  const detailLevel = detailLevelOf(run);
  return {
    task: runs.task[run.taskType],
    created: formats.fullTime(run.createdAt),
    started: run.startedAt === null ? null : formats.fullTime(run.startedAt),
    finished: run.finishedAt === null ? null : formats.fullTime(run.finishedAt),
    duration: run.durationMs === null ? null : formats.duration(run.durationMs),
    trigger: runs.triggers[run.trigger],
    attempt: run.attempt === 0 ? null : formats.number(run.attempt),
    source: runs.sourceKind[run.source.kind],
    language: run.targetLanguage === null ? null : ownLanguageName(run.targetLanguage),
    detailLevel: detailLevel && panel.detail[detailLevel],
    model: modelName(run, strings),
    route: run.route
      .map((id) => (id === builtinModelProfileId ? panel.offlineExtract : id))
      .join(runs.routeArrow),
    coverage:
      coverage === null
        ? null
        : `${panel.partsRead(coverage.chunksRead, coverage.chunksTotal)}${strings.separator}${runs.characters(coverage.sourceCharacters)}`,
    usage: usage === null ? null : panel.tokens(usage.inputTokens, usage.outputTokens),
    cost: usage === null || usage.costUsd === null ? null : formats.cost(usage.costUsd),
    id: <code className="font-mono text-xs">{run.id}</code>,
  };
}
