import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { builtinModelProfileId, type RunId } from '#schema/ids.ts';
import { detailLevelOf, type Run, type RunPrompt } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { RunWithSummary } from '#schema/runs/summary.ts';
import type { UsedTemplate } from '#schema/template.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryText } from '#web/summary-panel/text/summary-text.tsx';
import { DetailFrame, DetailPart, EventList, Facts } from './detail-parts.tsx';
import { useCancelRun, useRetryRun } from './runs-queries.ts';
import { SourceLink } from './source-link.tsx';
import { StatusMark } from './table.tsx';

interface RunDetailProps {
  id: RunId;
  onClose(): void;
}

export function RunDetail({ id, onClose }: RunDetailProps) {
  const client = useClient();
  const strings = useStrings();
  const query = useQuery({ queryKey: queryKeys.run(id), queryFn: () => client.runs.get(id) });
  const title =
    query.data === undefined ? strings.none : (query.data.run.source.title ?? strings.runs.untitled);
  return (
    <DetailFrame label={strings.runs.detail} title={title} onClose={onClose}>
      <Loaded of={query} gone={<p className="text-muted">{strings.runs.gone}</p>} className="">
        {(data) => (
          <>
            <RunActions run={data.run} />
            <RunError run={data.run} />
            {data.summary === null ? null : (
              <DetailPart title={strings.runs.summary}>
                <div className="rounded-lg bg-paper px-3.5 py-3">
                  <SummaryText
                    compact
                    text={data.summary.text}
                    language={data.summary.outputLanguage ?? data.summary.targetLanguage}
                  />
                </div>
              </DetailPart>
            )}
            {data.summary === null && data.run.status === 'succeeded' && data.run.taskType === 'summary' ? (
              <p className="text-muted">{strings.runs.summaryReplaced}</p>
            ) : null}
            <RunFacts run={data.run} />
            <PromptPart run={data.run} prompt={data.prompt} templateChanged={data.templateChanged} />
            <ParametersPart run={data.run} prompt={data.prompt} />
            {hasFailed(data.run) ? <LastEvents id={id} /> : null}
          </>
        )}
      </Loaded>
    </DetailFrame>
  );
}

function RunActions({ run }: { run: Run }) {
  const { runs } = useStrings();
  const retry = useRetryRun();
  const cancel = useCancelRun();
  const failure = retry.error ?? cancel.error;
  return (
    <div className="space-y-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <StatusMark status={run.status} />
        <span className="ms-auto">
          <SourceLink source={run.source} />
        </span>
        {isRetryable(run) ? (
          <Button look="primary" disabled={retry.isPending} onClick={() => retry.mutate(run.id)}>
            {runs.retry}
          </Button>
        ) : run.finishedAt !== null ? null : (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            {runs.cancel}
          </Button>
        )}
      </div>
      <ErrorNotice error={failure} />
    </div>
  );
}

function RunError({ run }: { run: Run }) {
  if (run.errorCode === null) return null;
  const tone = run.status === 'cancelled' ? 'caution' : 'danger';
  return <ProblemNotice problem={{ code: run.errorCode, message: run.errorMessage ?? '' }} tone={tone} />;
}

function hasFailed(run: Run): boolean {
  return run.status === 'failed' || run.status === 'cancelled';
}

/** A conversation's turn cannot be retried: it is over, and the next turn retries automatically. */
export function isRetryable(run: Run): boolean {
  return hasFailed(run) && run.source.kind !== 'conversation';
}

/** The recent events of a finished run, loaded on request because there may be many. */
function LastEvents({ id }: { id: RunId }) {
  const client = useClient();
  const { runs } = useStrings();
  const [openedId, setOpenedId] = useState<RunId | null>(null);
  const events = useQuery({
    queryKey: queryKeys.runEvents(id),
    enabled: openedId === id,
    queryFn: async ({ signal }) => {
      const read: RunEvent[] = [];
      for await (const event of client.runs.events(id, { signal })) read.push(event);
      return read;
    },
  });
  if (openedId !== id) return <Button onClick={() => setOpenedId(id)}>{runs.showEvents}</Button>;
  return (
    <DetailPart title={runs.events}>
      <Loaded of={events} className="">
        {(read) => <EventList events={read} />}
      </Loaded>
    </DetailPart>
  );
}

function RunFacts({ run }: { run: Run }) {
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

/** Enough to tell files apart at a glance; the full hash is shown on hover and in the API. */
const shortHashLength = 12;

/** The template files, values and system prompt that produced the run's prompts. */
function PromptPart({ run, prompt, templateChanged }: Omit<RunWithSummary, 'summary'>) {
  const strings = useStrings();
  const { runs, panel, settings } = strings;
  const [own, ...others] = run.provenance?.templates ?? [];
  const version = own?.version ?? run.templateVersion;
  const facts = [
    {
      key: 'template',
      label: runs.template,
      value: (
        <>
          {version === null ? run.templateId : runs.templateVersion(run.templateId, version)}
          {templateChanged ? <p className="text-caution">{panel.stale.template}</p> : null}
        </>
      ),
    },
    own && { key: 'origin', label: runs.templateOrigin, value: settings.templates.origin[own.origin] },
    own && { key: 'hash', label: runs.templateHash, value: <Hash of={own} /> },
    others.length > 0 && {
      key: 'others',
      label: runs.furtherTemplates,
      value: others.map((used) => <OtherTemplate key={`${used.id} ${used.hash}`} used={used} />),
    },
    run.provenance && {
      key: 'override',
      label: runs.systemPrompt,
      value: <SystemPrompt isReplaced={run.provenance.systemPromptOverridden} prompt={prompt} />,
    },
  ];
  return (
    <DetailPart title={runs.prompt}>
      <Facts facts={facts.filter((fact) => fact !== undefined && fact !== null && fact !== false)} />
    </DetailPart>
  );
}

function Hash({ of: { hash } }: { of: UsedTemplate }) {
  return (
    <code title={hash} className="font-mono text-xs">
      {hash.slice(0, shortHashLength)}
    </code>
  );
}

function OtherTemplate({ used }: { used: UsedTemplate }) {
  const { runs, settings, separator } = useStrings();
  return (
    <p>
      {runs.templateVersion(used.id, used.version)}
      {separator}
      {settings.templates.origin[used.origin]}
      {separator}
      <Hash of={used} />
    </p>
  );
}

/** Shown on request only, because it may be long and is the user's own text. */
function SystemPrompt({ isReplaced, prompt }: { isReplaced: boolean; prompt: RunPrompt | null }) {
  const { runs } = useStrings();
  if (!isReplaced) return runs.systemPromptOwn;
  const text = prompt?.systemPromptOverride ?? null;
  if (text === null) return runs.systemPromptReplaced;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded">{runs.systemPromptReplaced}</summary>
      <pre
        {...scrollable}
        className="mt-1.5 max-h-80 overflow-y-auto rounded-lg bg-paper px-3.5 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </details>
  );
}

/** All values passed to the templates and the model, including defaults. Until known, the requested values. */
function ParametersPart({ run, prompt }: { run: Run; prompt: RunPrompt | null }) {
  const { runs } = useStrings();
  const formats = useFormats();
  // Requested values override the template's defaults.
  const values = Object.entries({ ...run.parameters, ...prompt?.parameters });
  const facts = values.map(([name, value]) => {
    return { key: `parameter ${name}`, label: name, value };
  });
  if (prompt !== null) {
    const { maxOutputTokens, temperature } = prompt;
    facts.push(
      { key: 'output', label: runs.maxOutputTokens, value: formats.number(maxOutputTokens) },
      {
        key: 'temperature',
        label: runs.temperature,
        value: temperature === null ? runs.temperatureDefault : formats.number(temperature),
      },
    );
  }
  if (facts.length === 0) return null;
  return (
    <DetailPart title={runs.parameters}>
      <Facts facts={facts} hasLongLabels />
    </DetailPart>
  );
}
