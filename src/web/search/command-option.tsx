import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { MarkedText } from '#web/controls/terms/marked-text.tsx';
import type { Command } from '#web/palette/command.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface CommandOptionProps {
  optionId: string;
  command: Command;
  query: string;
  isActive: boolean;
  onActive(): void;
  onChosen(): void;
}

export function CommandOption({
  optionId,
  command,
  query,
  isActive,
  onActive,
  onChosen,
}: CommandOptionProps) {
  const { palette } = useStrings();
  const { label, note, shortcut, isCurrent = false } = command;
  const option = {
    id: optionId,
    role: 'option',
    'aria-selected': isActive,
    'data-option': command.id,
    tabIndex: -1,
    onPointerMove: isActive ? undefined : onActive,
    onClick: onChosen,
    className: `flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 pointer-coarse:min-h-11 ${isActive ? 'bg-accent-wash' : ''}`,
  };
  const content = (
    <>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <MarkedText text={label} query={query} />
      </span>
      {note === undefined ? null : <span className="max-w-[35%] truncate text-xs text-muted">{note}</span>}
      {isCurrent ? (
        <span className="flex shrink-0 items-center gap-1 text-xs text-muted">
          <Check aria-hidden className="size-3.5 text-accent" />
          {palette.current}
        </span>
      ) : null}
      {shortcut === undefined ? null : (
        <kbd
          aria-hidden
          className="shrink-0 rounded border border-line bg-sunken px-1.5 font-mono text-xs text-muted pointer-coarse:hidden"
        >
          {shortcut}
        </kbd>
      )}
    </>
  );
  return 'link' in command ? (
    <Link {...command.link} preload={false} {...option}>
      {content}
    </Link>
  ) : (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field above has the focus and the keys.
    <div {...option}>{content}</div>
  );
}
