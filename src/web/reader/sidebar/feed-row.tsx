import { CircleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import type { Feed, FeedId, Folder } from '#schema/feed.ts';
import { RowMenu } from '#web/controls/row-menu.tsx';
import { FeedIcon } from '#web/reader/pictures/feed-icon.tsx';
import type { EntryView } from '#web/reader/place.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { FeedQuestion } from './feed-dialogs.tsx';
import { FeedDialogs, FeedMenu } from './lazy-menus.ts';
import { SidebarRow } from './sidebar-row.tsx';

interface FeedRowProps {
  feed: Feed;
  folders: readonly Folder[];
  isCurrent: boolean;
  isIndented?: boolean;
  view: EntryView;
  onRefresh(feedId: FeedId): void;
}

export const FeedRow = memo(function FeedRow(props: FeedRowProps) {
  const { feed, folders, isCurrent, isIndented = false, view, onRefresh } = props;
  const { feeds: words } = useStrings().reader;
  const [question, setQuestion] = useState<FeedQuestion | null>(null);
  return (
    <SidebarRow
      to={{ view, feed: feed.id }}
      isCurrent={isCurrent}
      isIndented={isIndented}
      label={feed.title}
      lead={<FeedIcon id={feed.id} name={feed.title} />}
      count={feed.unread}
      mark={<FeedTrouble feed={feed} />}
      menu={
        <RowMenu label={words.menu(feed.title)} className="absolute end-1 z-10">
          {(button) => (
            <FeedMenu
              button={button}
              feed={feed}
              folders={folders}
              onRefresh={onRefresh}
              onAsk={setQuestion}
            />
          )}
        </RowMenu>
      }
    >
      {question === null ? null : (
        <FeedDialogs feed={feed} question={question} onClose={() => setQuestion(null)} />
      )}
    </SidebarRow>
  );
});

/** A small icon beside a feed whose last fetch failed; its title and the issues have the reason. */
function FeedTrouble({ feed }: { feed: Feed }) {
  const strings = useStrings();
  const formats = useFormats();
  if (feed.errorCode === null) return null;
  const { title, remedy } = strings.problem.describe(feed.errorCode, feed.errorMessage ?? '');
  const rest = feed.restsUntil === null ? [] : [strings.reader.feeds.resting(formats.time(feed.restsUntil))];
  const words = [title, remedy, ...rest].join(' ');
  return (
    <span role="img" aria-label={words} title={words} className="relative z-10">
      <CircleAlert aria-hidden className="size-3.5 text-caution" />
    </span>
  );
}
