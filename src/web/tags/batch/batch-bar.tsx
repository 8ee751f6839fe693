import type { TaggingBatch } from '#schema/tags/tag-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** How many entries of a batch need no more work. */
export function countEnded({ done, failed, skipped }: Pick<TaggingBatch, 'done' | 'failed' | 'skipped'>) {
  return done + failed + skipped;
}

/** The progress of a batch as a bar. */
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
