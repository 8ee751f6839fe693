import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface UsageTipProps {
  /** Shown on hover and focus. */
  lines: readonly string[];
  side?: 'top' | 'left';
  className?: string;
  children: ReactNode;
}

/** The origin of a summary, with its tokens and cost in a tooltip. */
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
