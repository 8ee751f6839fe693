import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { CSSProperties } from 'react';
import type { HistorianOutput } from '#schema/conversation.ts';
import { Button } from '#web/controls/button.tsx';
import { Splitter } from '#web/controls/splitter.tsx';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextPart } from './context-part.tsx';

interface ContextDrawerProps {
  state: HistorianOutput;
  isOpen: boolean;
  /** There is room for it beside the turns; else it lies over them. */
  isBeside: boolean;
  onClose(): void;
}

const widths = { initial: 300, min: 240, max: 520 };

export function ContextDrawer({ state, isOpen, isBeside, onClose }: ContextDrawerProps) {
  const { resizeContext, context } = useStrings().conversations;
  const [width, setWidth] = useKeptSize({ key: 'precis.conversation-context-width', ...widths });
  if (!isBeside) return <ContextSheet state={state} isOpen={isOpen} onClose={onClose} />;
  if (!isOpen) return null;
  return (
    <>
      <Splitter
        label={resizeContext}
        orientation="vertical"
        sized="after"
        size={width}
        {...widths}
        onResize={setWidth}
      />
      <aside
        aria-label={context.heading}
        style={{ '--width': `${width}px` } as CSSProperties}
        className="flex w-(--width) shrink-0 flex-col bg-paper"
      >
        <header className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
          <h2 className="truncate font-semibold">{context.heading}</h2>
          <CloseButton onClose={onClose} />
        </header>
        <ContextPart state={state} />
      </aside>
    </>
  );
}

function ContextSheet({ state, isOpen, onClose }: Omit<ContextDrawerProps, 'isBeside'>) {
  const { context } = useStrings().conversations;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/35" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 end-0 z-40 flex w-[min(24rem,calc(100vw-2.5rem))] flex-col border-s border-line bg-paper shadow-2xl outline-none"
        >
          <header className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
            <Dialog.Title className="truncate font-semibold">{context.heading}</Dialog.Title>
            <CloseButton onClose={onClose} />
          </header>
          <ContextPart state={state} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CloseButton({ onClose }: { onClose(): void }) {
  const { context } = useStrings().conversations;
  return (
    <Button look="quiet" aria-label={context.hide} title={context.hide} onClick={onClose} className="px-2">
      <X aria-hidden className="size-4" />
    </Button>
  );
}
