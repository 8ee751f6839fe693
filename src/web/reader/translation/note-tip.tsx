import { Popover } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { describeParagraph } from './describe-paragraph.ts';
import { noteOf, type OpenedNote } from './use-open-note.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface NoteTipProps {
  translation: ArticleTranslation;
  note: OpenedNote;
}

/** Says why a paragraph is marked, on hover, focus or tap, and translates it again. */
export function NoteTip({ translation, note }: NoteTipProps) {
  const strings = useStrings();
  const { translation: words } = strings;
  const { open, close, hold, leave } = note;
  const againRef = useRef<HTMLButtonElement>(null);
  const key = open?.element.dataset.key;
  const shown = key === undefined ? null : translation.shownOf(key);

  // The popover is there already when it moves from one mark to the next.
  useEffect(() => {
    if (open?.isPressed === true) againRef.current?.focus({ preventScroll: true });
  }, [open]);

  if (open === null || key === undefined || shown?.state !== 'here') return null;
  const { element, isPressed } = open;
  return (
    <Popover.Root open onOpenChange={close}>
      <Popover.Anchor virtualRef={{ current: element }} />
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.note}
          onPointerEnter={hold}
          onPointerLeave={leave}
          onFocus={hold}
          onInteractOutside={(event) => {
            // Another mark moves the popover there. It would close after that.
            if (noteOf(event) !== null) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            // A pointer that only passes by must not move the focus.
            if (!isPressed) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isPressed) element.focus({ preventScroll: true });
          }}
          className="z-50 max-w-80 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 shadow-lg outline-none"
        >
          <ul className="space-y-1">
            {describeParagraph(shown.paragraph, strings).map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
          <Button
            ref={againRef}
            className="mt-2"
            disabled={translation.isRunning || translation.known?.canTranslate !== true}
            onClick={() => {
              close();
              void translation.start({ keys: [key] });
            }}
          >
            {words.translateParagraph}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
