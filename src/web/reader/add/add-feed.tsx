import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { Feed, Folder } from '#schema/feed.ts';
import { type FeedChoice, feedChoiceSchema } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { readerKeys } from '#web/reader/reader-queries.ts';
import { withScheme } from '#web/reader/web-address.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

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

/** Returns the feeds that a site offers, if the error says that the site has several. */
function choicesOf({ code, details }: AppError): FeedChoice[] {
  if (code !== 'feed_choice') return [];
  return feedChoiceSchema.array().safeParse(details?.feeds).data ?? [];
}

/** Polling interval for progress where change events are unavailable. */
const askMs = 1000;

interface AddedFeedProps {
  feed: Feed;
  onDone(feed: Feed): void;
}

/** Reports on an added feed that is not ready to read: its entries are being stored, or it has none. */
function AddedFeed({ feed: first, onDone }: AddedFeedProps) {
  const { add } = useStrings().reader;
  const client = useClient();
  const { data } = useQuery({
    queryKey: readerKeys.subscriptions(),
    queryFn: () => client.reader.subscriptions(),
    refetchInterval: first.loading === null ? false : askMs,
  });
  const doneRef = useRef<HTMLButtonElement>(null);
  const labelId = useId();
  const found = data?.feeds.find(({ id }) => id === first.id);
  const feed = found ?? first;
  const isReady = feed.loading === null && !feed.isEmpty;
  useEffect(() => doneRef.current?.focus(), []);
  useEffect(() => {
    if (isReady) onDone(feed);
  }, [isReady, feed, onDone]);
  return (
    <div className="space-y-4">
      {feed.loading === null ? (
        <output className="block">
          <span className="block text-base">{add.emptyFeed(feed.title)}</span>
          <span className="mt-1 block text-muted">{add.emptyFeedNext}</span>
        </output>
      ) : (
        <div>
          <p id={labelId} className="text-base">
            {add.loadingFeed(feed.title)}
          </p>
          <progress
            aria-labelledby={labelId}
            value={feed.loading.done}
            max={feed.loading.total}
            className="mt-3 block h-1.5 w-full overflow-hidden rounded-full accent-accent"
          />
          <p className="numeric mt-1.5 text-xs text-muted">
            {add.loaded(feed.loading.done, feed.loading.total)} {add.loadsOn}
          </p>
        </div>
      )}
      <div className="flex justify-end">
        <Button look="primary" ref={doneRef} onClick={() => onDone(feed)}>
          {feed.loading === null ? add.done : add.readNow}
        </Button>
      </div>
    </div>
  );
}

interface ChooseFeedsProps {
  choices: readonly FeedChoice[];
  onSubscribe(url: string): Promise<Feed>;
  /** The last feed that was added. */
  onAdded(feed: Feed): void;
  onBack(): void;
}

/** Lists the feeds of a site that has several. The user can subscribe to any number of them. */
function ChooseFeeds({ choices, onSubscribe, onAdded, onBack }: ChooseFeedsProps) {
  const { add } = useStrings().reader;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(choices.slice(0, 1).map(urlOf)));
  const [failed, setFailed] = useState<ReadonlyMap<string, AppError>>(new Map());
  const [busy, setBusy] = useState(false);

  function toggle(url: string): void {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(url)) next.add(url);
      return next;
    });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || chosen.size === 0) return;
    setBusy(true);
    const problems = new Map<string, AppError>();
    let added: Feed | null = null;
    for (const { url } of choices) {
      if (!chosen.has(url)) continue;
      try {
        added = await onSubscribe(url);
      } catch (error) {
        problems.set(url, toAppError(error));
      }
    }
    setBusy(false);
    // Feeds that were added are not tried again. The others stay selected, with the reason.
    setChosen(new Set(problems.keys()));
    setFailed(problems);
    if (problems.size === 0 && added !== null) onAdded(added);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <fieldset disabled={busy}>
        <legend className="mb-2">{add.chooseFeeds(choices.length)}</legend>
        <ul className="-mx-2 max-h-72 overflow-y-auto">
          {choices.map(({ url, title, format }, index) => (
            <li key={url}>
              <label className="flex cursor-pointer items-start gap-2.5 rounded-md px-2 py-2 hover:bg-hover">
                <input
                  type="checkbox"
                  aria-label={`${title ?? add.untitledFeed}, ${url}`}
                  data-autofocus={index === 0 ? true : undefined}
                  checked={chosen.has(url)}
                  onChange={() => toggle(url)}
                  className="mt-1 size-4 accent-accent"
                />
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline gap-2">
                    <span className="min-w-0 truncate font-medium">{title ?? add.untitledFeed}</span>
                    {format === null ? null : (
                      <span className="shrink-0 text-xs text-muted">{add.formats[format]}</span>
                    )}
                  </span>
                  <span className="block text-xs text-muted wrap-anywhere">{url}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {[...failed].map(([url, problem]) => (
        <ProblemNotice key={url} problem={problem} note={url} />
      ))}
      <div className="flex justify-between gap-3">
        <Button onClick={onBack} disabled={busy}>
          {add.otherAddress}
        </Button>
        <Button look="primary" type="submit" disabled={busy || chosen.size === 0}>
          {busy ? add.subscribing : add.subscribeTo(chosen.size)}
        </Button>
      </div>
    </form>
  );
}

function urlOf({ url }: FeedChoice): string {
  return url;
}
