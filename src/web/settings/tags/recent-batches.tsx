import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { BatchId, TaggingBatch } from '#schema/tags/tag-wire.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { countEnded } from '#web/tags/batch/batch-bar.tsx';
import { BatchDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { useBatches } from '#web/tags/batch/use-batches.ts';
import { useSelectionName } from '#web/tags/batch/use-selection-name.ts';

const mostShown = 10;

/** The newest batches, to review or undo. */
export function RecentBatches() {
  const { tags, separator } = useStrings();
  const selectionName = useSelectionName();
  const { batch: words } = tags;
  const formats = useFormats();
  const { data: batches = [] } = useBatches();
  const [openId, setOpenId] = useState<BatchId | null>(null);
  const factsOf = (batch: TaggingBatch): string => {
    const { status, total, emptyEntries } = batch;
    if (status === 'undone') return [words.all(total), words.status.undone].join(separator);
    const ended = words.progress(countEnded(batch), total);
    const facts = [status === 'done' ? words.all(total) : `${words.status[status]}: ${ended}`];
    const added = words.added(batch);
    if (added !== '') facts.push(added);
    else if (emptyEntries > 0) facts.push(words.emptyCount(emptyEntries));
    return facts.join(separator);
  };
  if (batches.length === 0) return null;
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h3 className="mb-3 font-semibold">{words.recent}</h3>
      <ul className="divide-y divide-line/70 rounded-lg border border-line bg-surface">
        {batches.slice(0, mostShown).map((batch) => (
          <li key={batch.id}>
            <button
              type="button"
              onClick={() => setOpenId(batch.id)}
              className="group flex min-h-12 w-full items-center gap-3 py-1.5 ps-4 pe-2.5 text-start hover:bg-sunken -outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium group-hover:text-accent" dir="auto">
                  {selectionName(batch.selection)}
                </span>
                <span className="numeric block text-[0.8125rem] text-muted">{factsOf(batch)}</span>
              </span>
              <span className="numeric shrink-0 text-[0.8125rem] text-muted">
                {formats.time(batch.createdAt)}
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ul>
      {openId === null ? null : <BatchDialog id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}
