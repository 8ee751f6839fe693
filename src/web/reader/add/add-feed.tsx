import { type FormEvent, useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { Feed, Folder } from '#schema/feed.ts';
import { type FeedChoice, feedChoiceSchema } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/picker.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddedFeed } from './added-feed.tsx';
import { ChooseFeeds } from './choose-feeds.tsx';
import { withScheme } from './with-scheme.ts';

interface AddFeedProps {
  address: string;
  folders: readonly Folder[];
  onAddress(address: string): void;
  onAdded(feed: Feed): void;
  onAsPage(): void;
}

export function AddFeed({ address, folders, onAddress, onAdded, onAsPage }: AddFeedProps) {
  const { add, feedMenu } = useStrings().reader;
  const { subscribe } = useFeedActions();
  const [folderId, setFolderId] = useState<Folder['id'] | null>(null);
  const [choices, setChoices] = useState<FeedChoice[]>([]);
  const [added, setAdded] = useState<Feed | null>(null);
  const problem = subscribe.error === null ? null : toAppError(subscribe.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (address.trim() === '' || subscribe.isPending) return;
    subscribe.mutate(
      { url: withScheme(address), folderId },
      { onSuccess: finish, onError: (error) => setChoices(choicesOf(toAppError(error))) },
    );
  }

  function finish(feed: Feed): void {
    if (feed.loading === null && !feed.isEmpty) onAdded(feed);
    else setAdded(feed);
  }

  if (added !== null) return <AddedFeed feed={added} onDone={onAdded} />;
  if (choices.length > 0) {
    return (
      <ChooseFeeds
        choices={choices}
        onSubscribe={(url) => subscribe.mutateAsync({ url, folderId })}
        onAdded={finish}
        onBack={() => {
          subscribe.reset();
          setChoices([]);
        }}
      />
    );
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        data-autofocus
        label={add.feedAddress}
        hint={add.feedHint}
        inputMode="url"
        autoCapitalize="off"
        placeholder="https://…"
        value={address}
        onChange={(event) => onAddress(event.target.value)}
      />
      {problem === null ? null : (
        <ProblemNotice problem={problem}>
          {problem.code === 'feed_missing' || problem.code === 'feed_unreadable' ? (
            <Button onClick={onAsPage}>{add.asPage}</Button>
          ) : null}
        </ProblemNotice>
      )}
      <div className="flex items-center justify-between gap-3">
        {folders.length === 0 ? (
          <span />
        ) : (
          <Picker
            label={add.folder}
            value={String(folderId ?? '')}
            options={[
              { value: '', label: feedMenu.noFolder },
              ...folders.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChoose={(value) => setFolderId(folders.find(({ id }) => String(id) === value)?.id ?? null)}
            className="max-w-52"
          />
        )}
        <Button look="primary" type="submit" disabled={address.trim() === '' || subscribe.isPending}>
          {subscribe.isPending ? add.subscribing : add.subscribe}
        </Button>
      </div>
    </form>
  );
}

/** The feeds a site lists, if it lists several. */
function choicesOf({ code, details }: AppError): FeedChoice[] {
  if (code !== 'feed_choice') return [];
  return feedChoiceSchema.array().safeParse(details?.feeds).data ?? [];
}
