import { useState } from 'react';
import type { BatchId } from '#schema/tags/tag-wire.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { countEnded } from '#web/tags/batch/batch-bar.tsx';
import { BatchDialog } from '#web/tags/batch/tagging-dialog.tsx';
import { useBatches } from '#web/tags/batch/use-batches.ts';

const mostShown = 10;

/** The newest batches, to review or undo. */
export function RecentBatches() {
  const { tags, separator } = useStrings();
  const { batch: words } = tags;
  const formats = useFormats();
  const { data: batches = [] } = useBatches();
  const [openId, setOpenId] = useState<BatchId | null>(null);
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
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-4 py-1.5 text-start hover:bg-sunken -outline-offset-2"
            >
              <span className="numeric w-32">{formats.time(batch.createdAt)}</span>
              <span className="numeric flex-1 text-muted">
                {[words.progress(countEnded(batch), batch.total), words.added(batch)].join(separator)}
              </span>
              <span className="text-muted">{words.status[batch.status]}</span>
            </button>
          </li>
        ))}
      </ul>
      {openId === null ? null : <BatchDialog id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}
