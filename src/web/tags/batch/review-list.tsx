import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { BatchEntry, TaggingBatch } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { changingTags, tagKeys, useBatchEntries, useReadAgain } from '#web/tags/tag-queries.ts';
import { TagWord, wordButtonClass } from '#web/tags/tag-word.tsx';

type Shown = 'done' | 'failed';

interface ReviewListProps {
  batch: TaggingBatch;
  onLeave(): void;
}

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

interface ReviewEntryProps {
  entry: BatchEntry;
  onLeave(): void;
}

type ReviewChange = { kind: 'remove'; tagId: TagId } | { kind: 'accept' | 'dismiss'; keys?: string[] };

/** One entry of a batch. The user can remove added tags and accept suggestions. */
function ReviewEntry({ entry, onLeave }: ReviewEntryProps) {
  const { tags: words, problem } = useStrings();
  const change = useReviewChange(entry);
  const accepted =
    change.data?.tags.filter(({ origin, runId }) => origin === 'accepted' && runId === entry.runId) ?? [];
  const { suggestions } = entry;
  // Tags accepted here no longer belong to the batch, but stay listed so that they can be undone.
  const tags = [...entry.tags, ...accepted.filter(({ id }) => !entry.tags.some((tag) => tag.id === id))];
  return (
    <li className="py-2.5">
      <Link
        to="/reader/$view/{-$entryId}"
        params={{ view: 'all', entryId: String(entry.entryId) }}
        preload={false}
        onClick={onLeave}
        dir="auto"
        className="block truncate font-medium hover:text-accent"
      >
        {entry.title}
      </Link>
      {entry.status === 'failed' ? (
        <p className="text-[0.8125rem] text-danger wrap-anywhere">
          {problem.reason(entry.errorCode ?? 'internal', entry.errorMessage ?? '')}
        </p>
      ) : tags.length + suggestions.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">{words.batch.nothingLeft}</p>
      ) : (
        <div className="mt-1 -ms-1 flex flex-wrap items-center gap-1">
          <ul className="contents">
            {tags.map((tag) => (
              <TagWord
                key={tag.id}
                tag={tag}
                onRemove={() => change.mutate({ kind: 'remove', tagId: tag.id })}
              />
            ))}
            {suggestions.map(({ key, name }) => (
              <Suggestion
                key={key}
                name={name}
                onAccept={() => change.mutate({ kind: 'accept', keys: [key] })}
                onDismiss={() => change.mutate({ kind: 'dismiss', keys: [key] })}
              />
            ))}
          </ul>
          {suggestions.length < 2 ? null : (
            <button
              type="button"
              onClick={() => change.mutate({ kind: 'accept', keys: suggestions.map(({ key }) => key) })}
              className={wordButtonClass}
            >
              {words.acceptAll}
            </button>
          )}
        </div>
      )}
      <ErrorNotice error={change.error} />
    </li>
  );
}

interface SuggestionProps {
  name: string;
  onAccept(): void;
  onDismiss(): void;
}

function Suggestion({ name, onAccept, onDismiss }: SuggestionProps) {
  const { tags } = useStrings();
  return (
    <li className="ms-1 inline-flex h-7 min-w-0 items-center rounded-full border border-dashed border-edge text-[0.8125rem] hover:border-accent hover:border-solid pointer-coarse:h-11">
      <button
        type="button"
        aria-label={tags.accept(name)}
        title={tags.accept(name)}
        onClick={onAccept}
        className="h-full min-w-0 truncate rounded-s-full ps-2.5 pe-1 hover:text-accent -outline-offset-2"
      >
        <bdi>{name}</bdi>
      </button>
      <button
        type="button"
        aria-label={tags.dismiss(name)}
        title={tags.dismiss(name)}
        onClick={onDismiss}
        className="flex h-full items-center rounded-e-full ps-0.5 pe-2 text-muted hover:text-ink -outline-offset-2"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

function useReviewChange({ entryId }: BatchEntry) {
  const { ofEntry } = useClient().tags;
  const queryClient = useQueryClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationKey: changingTags,
    scope: { id: 'review' },
    mutationFn: (asked: ReviewChange) =>
      asked.kind === 'remove'
        ? ofEntry.remove(entryId, asked.tagId)
        : ofEntry[asked.kind](entryId, asked.keys === undefined ? {} : { keys: asked.keys }),
    onSuccess(answer) {
      queryClient.setQueryData(tagKeys.ofEntry(entryId), answer);
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
      return readAgain();
    },
  });
}
