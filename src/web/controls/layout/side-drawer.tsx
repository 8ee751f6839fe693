import { PanelRight, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { IconButton } from '#web/controls/button.tsx';
import { useKeptOpen, useKeptSize } from '#web/kept-state.ts';
import { Splitter } from './panes.tsx';
import { useRoom } from './use-media.ts';

interface SideDrawerProps {
  words: { heading: string; hide: string; resize: string };
  /** The key under which the drawer's width is stored. */
  keptAs: string;
  widths: { initial: number; min: number; max: number };
  drawer: Drawer;
  children: ReactNode;
}

/** Shows supplementary content on the right as a pane, or as a sheet where there is no room. */
export function SideDrawer({ words, keptAs, widths, drawer, children }: SideDrawerProps) {
  const [width, setWidth] = useKeptSize({ key: keptAs, ...widths });
  const close = () => drawer.show(false);
  if (!drawer.isBeside) {
    return (
      <Sheet words={words} isOpen={drawer.isOpen} onClose={close}>
        {children}
      </Sheet>
    );
  }
  if (!drawer.isOpen) return null;
  return (
    <>
      <Splitter
        label={words.resize}
        orientation="vertical"
        sized="after"
        size={width}
        {...widths}
        onResize={setWidth}
      />
      <aside aria-label={words.heading} style={{ width }} className="flex shrink-0 flex-col bg-paper">
        <header className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
          <h2 className="truncate font-semibold">{words.heading}</h2>
          <CloseButton label={words.hide} onClose={close} />
        </header>
        {children}
      </aside>
    </>
  );
}

interface DrawerButtonProps {
  drawer: Drawer;
  words: { show: string; hide: string };
}

export function DrawerButton({ drawer: { isOpen, show }, words }: DrawerButtonProps) {
  return (
    <IconButton label={isOpen ? words.hide : words.show} aria-expanded={isOpen} onClick={() => show(!isOpen)}>
      <PanelRight aria-hidden className={`size-4 ${isOpen ? 'text-accent' : ''}`} />
    </IconButton>
  );
}

interface SheetProps extends Pick<SideDrawerProps, 'words' | 'children'> {
  isOpen: boolean;
  onClose(): void;
}

function Sheet({ words, isOpen, onClose, children }: SheetProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/35" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 end-0 z-40 flex w-[min(27rem,calc(100vw-2.5rem))] flex-col border-s border-line bg-paper pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] shadow-2xl outline-none"
        >
          <header className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
            <Dialog.Title className="truncate font-semibold">{words.heading}</Dialog.Title>
            <CloseButton label={words.hide} onClose={onClose} />
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CloseButton({ label, onClose }: { label: string; onClose(): void }) {
  return (
    <IconButton label={label} onClick={onClose}>
      <X aria-hidden className="size-4" />
    </IconButton>
  );
}

export interface Drawer {
  isOpen: boolean;
  /** Whether the drawer fits beside the screen. Otherwise it covers the screen. */
  isBeside: boolean;
  show(isOpen: boolean): void;
  /** Closes the drawer where it covers the screen. */
  uncover(): void;
}

/**
 * Keeps whether a side drawer is open. Beside the screen, this is stored. Over the screen, the drawer is opened each
 * time.
 */
export function useDrawer(keptAs: string): Drawer {
  const isBeside = useRoom() > 2;
  const [isKeptOpen, keepOpen] = useKeptOpen(keptAs);
  const [isOver, setOver] = useState(false);
  if (isBeside && isOver) setOver(false);
  return {
    isBeside,
    isOpen: isBeside ? isKeptOpen : isOver,
    show: isBeside ? keepOpen : setOver,
    uncover: () => setOver(false),
  };
}
