import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { copyNote, findFootnotes } from './find-footnotes.ts';

interface FootnotePopoverProps {
  bodyRef: RefObject<HTMLElement | null>;
  /** The article's markup; its nodes are new whenever this changes. */
  html: string;
}

/** Shows a footnote where its reference is, by click or Enter. Elsewhere, a link to it leads to the original. */
export function FootnotePopover({ bodyRef, html }: FootnotePopoverProps) {
  const { article } = useStrings().reader;
  const [open, setOpen] = useState<{ link: HTMLElement; note: Element } | null>(null);

  useEffect(() => {
    const body = bodyRef.current;
    if (body === null) return undefined;
    const footnotes = findFootnotes(body);
    for (const link of footnotes.keys()) link.ariaHasPopup = 'dialog';
    function click(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const note = link === null ? undefined : footnotes.get(link);
      // A new tab or window is what these ask for.
      if (link === null || note === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setOpen({ link, note });
    }
    body.addEventListener('click', click);
    return () => {
      body.removeEventListener('click', click);
      setOpen(null);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bodyRef, html]);

  if (open === null) return null;
  return (
    <Popover.Root open onOpenChange={() => setOpen(null)}>
      <Popover.Anchor virtualRef={{ current: open.link }} />
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-label={article.footnote}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement)
              event.currentTarget.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            open.link.focus({ preventScroll: true });
          }}
          className="z-50 max-h-[min(20rem,50vh)] w-max max-w-[min(26rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line bg-surface px-4 py-3 shadow-lg outline-none"
        >
          <div
            dir="auto"
            className="article footnote"
            ref={(element) => element?.replaceChildren(...copyNote(open.note))}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
