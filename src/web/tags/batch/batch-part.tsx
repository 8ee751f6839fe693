import { useState } from 'react';
import type { BatchId, TaggingBatch } from '#schema/tags/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { BatchBar, countEnded } from './batch-bar.tsx';
import { ReviewList } from './review-list.tsx';
import { useBatch, useBatchActions } from './use-batches.ts';
import { useSelectionName } from './use-selection-name.ts';

interface BatchPartProps {
  id: BatchId;
  /** A link of the review leads elsewhere. */
  onLeave(): void;
}

/** One batch: how far it is, and its actions. */
export function BatchPart({ id, onLeave }: BatchPartProps) {
  const batch = useBatch(id);
  return <Loaded of={batch}>{(known) => <KnownBatch batch={known} onLeave={onLeave} />}</Loaded>;
}

function KnownBatch({ batch, onLeave }: { batch: TaggingBatch; onLeave(): void }) {
  const { batch: words } = useStrings().tags;
  const selectionName = useSelectionName();
  const { abort, resume, accept, undo } = useBatchActions(batch.id);
  const [isReviewing, setReviewing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { status, failed, done, suggestions } = batch;
  const isBusy = abort.isPending || resume.isPending || accept.isPending;
  return (
    <div className="space-y-3.5">
      <p className="text-muted wrap-anywhere">{selectionName(batch.selection)}</p>
      <BatchFacts batch={batch} />
      <ErrorNotice error={abort.error ?? resume.error ?? accept.error} />
      {undo.data === undefined ? null : <output className="block">{words.undone(undo.data)}</output>}
      <div className="flex flex-wrap gap-2">
        {status === 'running' ? (
          <Button data-autofocus disabled={isBusy} onClick={() => abort.mutate()}>
            {words.abort}
          </Button>
        ) : null}
        {status === 'aborted' ? (
          <Button look="primary" disabled={isBusy} onClick={() => resume.mutate()}>
            {words.resume}
          </Button>
        ) : null}
        {status === 'done' && failed > 0 ? (
          <Button disabled={isBusy} onClick={() => resume.mutate()}>
            {words.retryFailed}
          </Button>
        ) : null}
        {done + failed === 0 || status === 'undone' ? null : (
          <>
            <Button aria-expanded={isReviewing} onClick={() => setReviewing(!isReviewing)}>
              {isReviewing ? words.hideReview : words.review}
            </Button>
            {suggestions === 0 ? null : (
              <Button disabled={isBusy} onClick={() => accept.mutate()}>
                {accept.isPending ? words.accepting : words.acceptAll(suggestions)}
              </Button>
            )}
            <Button look="quiet" onClick={() => setAsking(true)} className="ms-auto">
              {words.undo}
            </Button>
          </>
        )}
      </div>
      {isReviewing && status !== 'undone' ? <ReviewList batch={batch} onLeave={onLeave} /> : null}
      {isAsking ? (
        <ConfirmDialog
          title={words.undoSure}
          note={words.undoNote}
          yes={words.undoYes}
          onConfirm={() => undo.mutateAsync(batch)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

function BatchFacts({ batch }: { batch: TaggingBatch }) {
  const { tags, separator } = useStrings();
  const { batch: words } = tags;
  const formats = useFormats();
  const { status, total, failed, skipped, emptyEntries, costUsd } = batch;
  const added = status === 'undone' ? '' : words.added(batch);
  const facts = [
    ...(added === '' ? [] : [added]),
    ...(emptyEntries === 0 || status === 'undone' ? [] : [words.emptyCount(emptyEntries)]),
    ...(failed === 0 ? [] : [words.failed(failed)]),
    ...(skipped === 0 ? [] : [words.skippedCount(skipped)]),
    ...(costUsd === null || costUsd === 0
      ? []
      : [status === 'running' ? words.spent(formats.cost(costUsd)) : formats.cost(costUsd)]),
  ];
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span data-testid="batch-progress" className="numeric font-medium">
          {words.progress(countEnded(batch), total)}
        </span>
        <output data-testid="batch-status" className="text-muted">
          {words.status[status]}
        </output>
      </div>
      <BatchBar batch={batch} className="h-2" />
      <p data-testid="batch-facts" className="numeric mt-1.5 text-[0.8125rem] text-muted empty:hidden">
        {facts.join(separator)}
      </p>
    </div>
  );
}
