import { useState } from 'react';
import type { TaggingBatch } from '#schema/tags/tag-wire.ts';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { ReviewEntry } from './review-entry.tsx';
import { useBatchEntries } from './use-batches.ts';

type Shown = 'done' | 'failed';

interface ReviewListProps {
  batch: TaggingBatch;
  onLeave(): void;
}

/** The entries of a batch with what it added to each. */
export function ReviewList({ batch, onLeave }: ReviewListProps) {
  const { batch: words } = useStrings().tags;
  const formats = useFormats();
  const [shown, setShown] = useState<Shown>(batch.done === 0 ? 'failed' : 'done');
  const entries = useBatchEntries(batch.id, shown);
  return (
    <section aria-label={words.review} className="border-t border-line pt-3">
      {batch.failed === 0 ? null : (
        <Segmented<Shown>
          label={words.shown}
          value={shown}
          options={[
            { value: 'done', label: `${words.shownDone} ${formats.number(batch.done - batch.emptyEntries)}` },
            { value: 'failed', label: `${words.shownFailed} ${formats.number(batch.failed)}` },
          ]}
          onChoose={setShown}
          className="mb-2 max-w-72"
        />
      )}
      <LoadedList
        of={entries}
        empty={batch.emptyEntries === 0 ? <p className="py-3 text-muted">{words.noneYet}</p> : null}
        moreClass="pt-2"
      >
        {(items) => (
          <ul className="divide-y divide-line/70">
            {items.map((entry) => (
              <ReviewEntry key={entry.entryId} entry={entry} onLeave={onLeave} />
            ))}
          </ul>
        )}
      </LoadedList>
      {shown === 'failed' || batch.emptyEntries === 0 ? null : (
        <p className="py-2.5 text-muted">{words.emptyEntries(batch.emptyEntries)}</p>
      )}
    </section>
  );
}
