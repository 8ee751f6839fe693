import type { ModelCheck } from '#schema/runs/grounding.ts';
import { useFormats } from '#web/strings/strings-provider.tsx';
import { useGroundingWords } from '#web/summary-panel/grounding/grounding-words.ts';
import { useCheckHere } from './check-provider.ts';
import type { CheckTask } from './pick-run.ts';

interface Usage {
  model: string | null;
  durationMs: number | null;
  costUsd: number | null;
}

/** The time and cost of the summary's check and of its correction, a line each. */
export function useCheckUsage(check: ModelCheck | undefined): string[] {
  const words = useGroundingWords();
  const formats = useFormats();
  const repair = useCheckHere()?.state?.repair ?? null;
  return [
    ...(check === undefined ? [] : [describe('check', check)]),
    ...(repair?.status === 'succeeded'
      ? [describe('repair', { ...repair, costUsd: repair.usage?.costUsd ?? null })]
      : []),
  ];

  function describe(task: CheckTask, { model, durationMs, costUsd }: Usage): string {
    const amounts = [
      ...(durationMs === null ? [] : [formats.duration(durationMs)]),
      costUsd === null ? words.costUnknown : formats.cost(costUsd),
    ];
    return words.usage[task](model ?? words.aModel, amounts.join(', '));
  }
}
