import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import type { ModelCheck } from '#schema/runs/grounding.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { CheckTask } from './check/check-run.ts';
import { useCheckHere } from './check/use-check.ts';
import { useGroundingWords } from './grounding/grounding-words.ts';

interface UsageTipProps {
  /** The lines that are shown on hover and focus. */
  lines: readonly string[];
  side?: 'top' | 'left';
  className?: string;
  children: ReactNode;
}

/** Shows the origin of a summary, with its tokens and cost in a tooltip. */
export function UsageTip({ lines, side = 'top', className = '', children }: UsageTipProps) {
  const { panel } = useStrings();
  return (
    <Tooltip.Provider delayDuration={300}>
      <Tooltip.Root>
        <Tooltip.Trigger className={`min-h-0! min-w-0! cursor-default rounded-sm text-start ${className}`}>
          {children}
          <span className="sr-only">{`. ${panel.usage}`}</span>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-xs rounded-md border border-line bg-surface px-3 py-2 text-xs leading-5 text-ink shadow-lg"
          >
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

interface Usage {
  model: string | null;
  durationMs: number | null;
  costUsd: number | null;
}

/** Returns the time and cost of the summary's check and of its correction, one line each. */
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
