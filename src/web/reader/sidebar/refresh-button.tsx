import { RefreshCw } from 'lucide-react';
import { IconButton } from '#web/controls/icon-button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { keyOf } from '#web/reader/keys/shortcuts.ts';
import { describeRefresh, useRefresh } from '#web/reader/use-refresh.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Refreshes all feeds; shows the progress and, briefly, the result. */
export function RefreshButton({ onRefresh }: { onRefresh(): void }) {
  const { feeds } = useStrings().reader;
  const { progress, justDone } = useRefresh();
  const running = progress?.running === true;
  const shown = running ? progress : justDone;
  const told = shown === null ? null : describeRefresh(shown, feeds);
  return (
    <>
      <IconButton
        disabled={running}
        onClick={onRefresh}
        label={feeds.refresh}
        {...keyHint(feeds.refresh, keyOf('refresh'))}
        className="min-w-0 shrink! px-2"
      >
        <RefreshCw aria-hidden className={`size-4 shrink-0 ${running ? 'animate-spin' : ''}`} />
        <span aria-hidden className="numeric truncate text-xs font-normal text-muted">
          {told}
        </span>
      </IconButton>
      <output className="sr-only">{told}</output>
    </>
  );
}
