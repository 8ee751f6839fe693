import type { Run, RunPrompt } from '#schema/runs/run.ts';
import type { RunWithSummary } from '#schema/runs/summary.ts';
import type { UsedTemplate } from '#schema/template.ts';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { DetailPart, Facts } from './detail-frame.tsx';

/** Enough to tell files apart at a glance; the full hash is shown on hover and in the API. */
const shortHashLength = 12;

/** The template files, values and system prompt that produced the run's prompts. */
export function PromptPart({ run, prompt, templateChanged }: Omit<RunWithSummary, 'summary'>) {
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

/** Shown on request only: it may be long, and it is the user's own text. */
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

/** All values given to the templates and the model, including defaults; until known, the requested values. */
export function ParametersPart({ run, prompt }: { run: Run; prompt: RunPrompt | null }) {
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
