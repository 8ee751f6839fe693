import type { Run } from '#schema/runs/run.ts';

/** Language, model, time, tokens and cost, in one line. */
export function describeRun(run: Run): string {
  const model = run.provider === 'builtin' ? 'Offline extract' : `${run.provider} ${run.model}`;
  const parts = [
    run.outputLanguage ?? run.parameters.targetLanguage ?? null,
    run.variant.detailLevel ?? null,
    model,
    run.durationMs === null ? null : `${(run.durationMs / 1000).toFixed(1)} s`,
    run.coverage === null || run.coverage.chunksTotal === 1
      ? null
      : `${run.coverage.chunksRead} of ${run.coverage.chunksTotal} parts read`,
    run.usage === null ? null : `${run.usage.inputTokens} + ${run.usage.outputTokens} tokens`,
    run.usage?.costUsd ? `$${run.usage.costUsd.toFixed(4)}` : null,
  ];
  return `— ${parts.filter((part) => part !== null).join(' · ')}`;
}
