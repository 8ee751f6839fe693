import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { builtinModelProfileId } from '#schema/ids.ts';
import {
  type BatchId,
  type EntrySelection,
  type TaggingEstimate,
  type TaggingMode,
  taggingModes,
} from '#schema/tags/tag-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useModels } from '#web/api/use-models.ts';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { tagKeys } from '#web/tags/tag-keys.ts';
import { useStartBatch } from './use-batches.ts';

interface StartPartProps {
  selection: EntrySelection;
  of: string;
  onStarted(id: BatchId): void;
  onCancel(): void;
}

/** The estimate, and what to do with the tags. */
export function StartPart({ selection, of, onStarted, onCancel }: StartPartProps) {
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
          // It has the focus before the estimate is there, and keeps it.
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
    // As many as the progress will count.
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
