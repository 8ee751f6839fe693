import { Tags, X } from 'lucide-react';
import { useState } from 'react';
import type { BatchId, TaggingBatch } from '#schema/tag-wire.ts';
import { markFocus } from '#web/controls/focus/mark-focus.ts';
import { useKeptState } from '#web/kept-state.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useBatches } from '#web/tags/tag-queries.ts';
import { BatchDialog } from './lazy-dialogs.ts';

/** Shows the batch in progress, in every tab and after a reload, then the newest batch until it is hidden. */
export function BatchIndicator({ className = '' }: { className?: string }) {
  const { batch: words } = useStrings().tags;
  const { data: batches = [] } = useBatches();
  const [openId, setOpenId] = useState<BatchId | null>(null);
  const [seen, setSeen] = useKeptState<string | null>({
    key: 'precis.seen-batch',
    area: 'local',
    parse: asIs,
    isShared: true,
  });
  const running = batches.find(({ status }) => status === 'running');
  const newest = batches[0];
  const shown = running ?? (newest?.status === 'undone' || newest?.id === seen ? undefined : newest);

  return (
    <>
      {shown === undefined ? null : (
        <div className={`relative border-t border-line ${className}`} data-testid="batch-indicator">
          <button
            type="button"
            title={words.show}
            onClick={() => setOpenId(shown.id)}
            className="block w-full px-4 py-2 text-start pointer-coarse:min-h-11 text-xs hover:bg-sunken -outline-offset-2"
          >
            <span className={`flex items-center gap-2 ${running === undefined ? 'pe-7' : ''}`}>
              <Tags aria-hidden className="size-3.5 shrink-0 text-muted" />
              <span className="numeric min-w-0 truncate">{titleOf(shown, words)}</span>
            </span>
            {running === undefined ? null : <BatchBar batch={running} className="mt-1.5 h-1" />}
          </button>
          {running === undefined ? (
            <button
              type="button"
              aria-label={words.hide}
              title={words.hide}
              onClick={() => {
                const giveBack = markFocus();
                setSeen(shown.id);
                requestAnimationFrame(giveBack);
              }}
              className="absolute end-2 top-1 flex size-6 pointer-coarse:end-0 pointer-coarse:top-0 pointer-coarse:size-11 items-center justify-center rounded text-muted hover:bg-line hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          ) : null}
        </div>
      )}
      {openId === null ? null : <BatchDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

function titleOf(batch: TaggingBatch, words: Strings['tags']['batch']): string {
  const ended = countEnded(batch);
  if (batch.status === 'running') return words.indicator(ended, batch.total);
  return batch.status === 'aborted' ? words.stopped(ended, batch.total) : words.finished(batch);
}

function asIs(stored: string | null): string | null {
  return stored;
}

export function countEnded({ done, failed, skipped }: Pick<TaggingBatch, 'done' | 'failed' | 'skipped'>) {
  return done + failed + skipped;
}

export function BatchBar({ batch, className = '' }: { batch: TaggingBatch; className?: string }) {
  const { batch: words } = useStrings().tags;
  const ended = countEnded(batch);
  const share = batch.total === 0 ? 1 : ended / batch.total;
  return (
    <div
      role="progressbar"
      aria-label={words.progressHeading}
      aria-valuemin={0}
      aria-valuemax={batch.total}
      aria-valuenow={ended}
      aria-valuetext={words.progress(ended, batch.total)}
      className={`overflow-hidden rounded-full bg-sunken ${className}`}
    >
      <div
        className={`h-full rounded-full transition-[width] ${batch.status === 'running' ? 'bg-accent' : 'bg-edge'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
