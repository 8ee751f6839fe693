import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { CSSProperties } from 'react';
import { Button } from '#web/controls/button.tsx';
import { Splitter } from '#web/controls/splitter.tsx';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryPart, type SummaryPartProps } from './summary-part.tsx';

interface SummaryDrawerProps extends SummaryPartProps {
  isOpen: boolean;
  /** There is room for it beside the thread; else it lies over it. */
  isBeside: boolean;
  onClose(): void;
}

const widths = { initial: 320, min: 260, max: 560 };

export function SummaryDrawer({ isOpen, isBeside, onClose, ...part }: SummaryDrawerProps) {
  const { resizeSummary, summary } = useStrings().spaces;
  const [width, setWidth] = useKeptSize({ key: 'precis.thread-summary-width', ...widths });
  if (!isBeside) return <SummarySheet isOpen={isOpen} onClose={onClose} part={part} />;
  if (!isOpen) return null;
  return (
    <>
      <Splitter
        label={resizeSummary}
        orientation="vertical"
        sized="after"
        size={width}
        {...widths}
        onResize={setWidth}
      />
      <aside
        aria-label={summary.heading}
        style={{ '--width': `${width}px` } as CSSProperties}
        className="flex w-(--width) shrink-0 flex-col bg-paper"
      >
        <header className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
          <h2 className="truncate font-semibold">{summary.heading}</h2>
          <CloseButton onClose={onClose} />
        </header>
        <SummaryPart {...part} />
      </aside>
    </>
  );
}

interface SummarySheetProps {
  isOpen: boolean;
  onClose(): void;
  part: SummaryPartProps;
}

function SummarySheet({ isOpen, onClose, part }: SummarySheetProps) {
  const { summary } = useStrings().spaces;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/35" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 end-0 z-40 flex w-[min(26rem,calc(100vw-2.5rem))] flex-col border-s border-line bg-paper shadow-2xl outline-none"
        >
          <header className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
            <Dialog.Title className="truncate font-semibold">{summary.heading}</Dialog.Title>
            <CloseButton onClose={onClose} />
          </header>
          <SummaryPart {...part} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CloseButton({ onClose }: { onClose(): void }) {
  const { summary } = useStrings().spaces;
  return (
    <Button look="quiet" aria-label={summary.hide} title={summary.hide} onClick={onClose} className="px-2">
      <X aria-hidden className="size-4" />
    </Button>
  );
}
