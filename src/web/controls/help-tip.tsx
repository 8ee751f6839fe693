import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';

interface HelpTipProps {
  /** The button's label, for example “About Temperature”. */
  label: string;
  children: ReactNode;
}

/** Shows a small “?” that opens an explanation by click, touch or keyboard, where a hover tooltip would fail. */
export function HelpTip({ label, children }: HelpTipProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={label}
        title={label}
        className="wide-target relative inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-edge text-[0.625rem] leading-none text-muted before:absolute before:-inset-1 pointer-coarse:z-10 pointer-coarse:before:-inset-4 hover:bg-sunken hover:text-ink"
      >
        ?
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="z-50 max-w-72 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] shadow-lg outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
