import { Check, Copy } from 'lucide-react';
import { IconButton } from '#web/controls/icon-button.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

export const importCommand = 'precis clients import';

/** A command line to copy. */
export function Command({ command }: { command: string }) {
  const { first, context } = useStrings().sessions;
  const { copied, hasFailed, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <>
      <div className="mt-1 flex items-center gap-1 rounded-md border border-line bg-surface py-1 ps-3 pe-1">
        <code className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere select-all">{command}</code>
        <IconButton label={copied ? first.copied : first.copy(command)} onClick={() => void copy(command)}>
          <Icon aria-hidden className="size-4" />
        </IconButton>
      </div>
      {hasFailed ? <p className="mt-1 text-xs text-caution">{context.copyFailed}</p> : null}
    </>
  );
}
