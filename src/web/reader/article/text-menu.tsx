import { Popover } from 'radix-ui';
import { IconButton } from '#web/controls/icon-button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { LookChoice } from '#web/theme/look-choice.tsx';

/** How articles and summaries are set: font, size, spacing and theme, changed while the article is in sight. */
export function TextMenu() {
  const { appearance } = useStrings();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label={appearance.text}>
          <span aria-hidden className="text-[0.9375rem] font-medium">
            Aa
          </span>
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={appearance.text}
          className="z-40 w-84 max-w-[calc(100vw-1rem)] space-y-3 rounded-lg border border-line bg-surface p-4 shadow-lg outline-none"
        >
          <LookChoice part="font" />
          <LookChoice part="size" />
          <LookChoice part="leading" />
          <LookChoice part="measure" />
          <LookChoice part="align" />
          <LookChoice part="theme" />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
