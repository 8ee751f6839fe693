import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { Feed } from '#schema/feed.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { readerKeys } from '#web/reader/reader-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Polling interval for progress where change events are unavailable. */
const askMs = 1000;

interface AddedFeedProps {
  feed: Feed;
  onDone(feed: Feed): void;
}

/** An added feed that is not ready to read: its entries are being stored, or it has none. */
export function AddedFeed({ feed: first, onDone }: AddedFeedProps) {
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
