import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { builtinModelProfileId } from '#schema/ids.ts';
import {
  type BatchId,
  type EntrySelection,
  type TaggingBatch,
  type TaggingEstimate,
  type TaggingMode,
  taggingModes,
} from '#schema/tag-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useModels } from '#web/api/list-queries.ts';
import { Button } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { ConfirmDialog, Dialog } from '#web/controls/dialog.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { tagKeys, useBatch, useBatchActions, useStartBatch } from '#web/tags/tag-queries.ts';
import { BatchBar, countEnded } from './batch-indicator.tsx';
import { ReviewList } from './review-list.tsx';
import { useSelectionName } from './use-selection-name.ts';

interface TaggingDialogProps {
  selection: EntrySelection;
  /** A description of the selected entries. */
  of: string;
  onClose(): void;
}

/** Shows the cost of tagging many entries, then the progress. Closing the dialog does not stop the batch. */
export function TaggingDialog({ selection, of, onClose }: TaggingDialogProps) {
  const { batch } = useStrings().tags;
  const [id, setId] = useState<BatchId | null>(null);
  return (
    <Dialog
      open
      title={id === null ? batch.heading : batch.progressHeading}
      closeLabel={batch.close}
      onClose={onClose}
    >
      {id === null ? (
        <StartPart selection={selection} of={of} onStarted={setId} onCancel={onClose} />
      ) : (
        <BatchPart id={id} onLeave={onClose} />
      )}
    </Dialog>
  );
}

/** Shows a batch that was started earlier, perhaps in another tab. */
export function BatchDialog({ id, onClose }: { id: BatchId; onClose(): void }) {
  const { batch } = useStrings().tags;
  return (
    <Dialog open title={batch.progressHeading} closeLabel={batch.close} onClose={onClose}>
      <BatchPart id={id} onLeave={onClose} />
    </Dialog>
  );
}

interface BatchPartProps {
  id: BatchId;
  /** Called when the user follows a link in the review. */
  onLeave(): void;
}

function BatchPart({ id, onLeave }: BatchPartProps) {
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

interface StartPartProps {
  selection: EntrySelection;
  of: string;
  onStarted(id: BatchId): void;
  onCancel(): void;
}

function StartPart({ selection, of, onStarted, onCancel }: StartPartProps) {
  const { reader, tags } = useStrings();
  const { batch } = tags;
  const client = useClient();
  const [mode, setMode] = useState<TaggingMode>('suggest');
  const start = useStartBatch();
  const estimate = useQuery({
    queryKey: tagKeys.estimate(selection),
    queryFn: ({ signal }) => client.tags.batches.estimate(selection, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const canStart = (estimate.data?.entries ?? 0) > 0 && !start.isPending;
  return (
    <div className="space-y-4">
      <p className="text-muted wrap-anywhere">{of}</p>
      <Loaded of={estimate} className="min-h-28">
        {(known) => (known.entries === 0 ? <p>{batch.nothing}</p> : <EstimateList estimate={known} />)}
      </Loaded>
      <div>
        <Segmented<TaggingMode>
          label={batch.mode}
          labelShown
          value={mode}
          options={taggingModes.map((value) => ({ value, label: batch.modes[value] }))}
          onChoose={setMode}
          className="max-w-60"
        />
        <p className="mt-1.5 text-muted">{batch.modeNotes[mode]}</p>
      </div>
      <ErrorNotice error={start.error} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {reader.names.cancel}
        </Button>
        <Button
          look="primary"
          data-autofocus
          // The button gets the focus before the estimate arrives; `disabled` would lose it.
          aria-disabled={!canStart}
          onClick={() => {
            if (canStart) start.mutate({ selection, mode }, { onSuccess: ({ id }) => onStarted(id) });
          }}
        >
          {batch.start}
        </Button>
      </div>
    </div>
  );
}

function EstimateList({ estimate }: { estimate: TaggingEstimate }) {
  const strings = useStrings();
  const { batch } = strings.tags;
  const formats = useFormats();
  const { data: profiles = [] } = useModels();
  const { entries, skipped, isCut, inputTokens, outputTokens, costUsd, modelProfileId, model } = estimate;
  const isFree = modelProfileId === builtinModelProfileId;
  const provider = profiles.find(({ id }) => id === modelProfileId)?.provider ?? null;
  const notes = [...(skipped === 0 ? [] : [batch.skipped(skipped)]), ...(isCut ? [batch.isCut] : [])];
  const facts: [string, string, string?][] = [
    // Skipped entries are included, so that the number matches the total shown by the progress.
    [batch.entries, formats.number(entries + skipped), notes.join(strings.separator)],
    [batch.tokens, formats.number(inputTokens + outputTokens)],
    [batch.cost, isFree ? batch.costFree : costUsd === null ? batch.costUnknown : formats.cost(costUsd)],
    [
      batch.model,
      isFree ? strings.settings.models.builtin : (modelName({ provider, model }, strings) ?? model),
    ],
  ];
  return (
    <dl
      data-testid="tagging-estimate"
      className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 rounded-lg bg-sunken px-3.5 py-3"
    >
      {facts.map(([name, value, note]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="numeric min-w-0 wrap-anywhere">
            {value}
            {note === undefined || note === '' ? null : <span className="block text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
