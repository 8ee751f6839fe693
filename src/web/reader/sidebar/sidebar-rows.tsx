import { CircleAlert } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import type { Feed, FeedId, Folder } from '#schema/feed.ts';
import { RowMenu } from '#web/controls/row-menu.tsx';
import { FeedDialogs, FeedMenu } from '#web/reader/lazy-parts.tsx';
import { FeedIcon } from '#web/reader/pictures.tsx';
import type { EntryView, Place } from '#web/reader/place.ts';
import { PlaceLink } from '#web/reader/place-link.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { FeedQuestion } from './feed-dialogs.tsx';

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

/** Shows a small icon beside a feed whose last fetch failed. Its title and the list of issues give the reason. */
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

interface SidebarRowProps {
  to: Place;
  isCurrent: boolean;
  label: string;
  count: number;
  /** The content before the name: an icon, or the button that expands a folder. */
  lead?: ReactNode;
  /** The content after the name, which is an error icon. */
  mark?: ReactNode;
  menu?: ReactNode;
  isIndented?: boolean;
  children?: ReactNode;
}

export function SidebarRow(props: SidebarRowProps) {
  const { to, isCurrent, label, count, lead, mark, menu, isIndented = false, children } = props;
  const { reader } = useStrings();
  const { view, ...search } = to;
  return (
    <li>
      <div
        className={`group relative flex h-8 [content-visibility:auto] items-center gap-2 rounded-md pe-2 pointer-coarse:h-11 ${isIndented ? 'ps-8' : 'ps-2'} ${
          isCurrent ? 'bg-accent-wash font-medium text-accent' : 'hover:bg-sunken'
        }`}
      >
        {lead}
        <PlaceLink
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          title={label}
          className="min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {label}
        </PlaceLink>
        {mark}
        {count === 0 ? null : (
          <span
            className={`numeric text-xs ${isCurrent ? '' : 'text-muted'} ${menu === undefined ? '' : 'group-focus-within:opacity-0 group-hover:opacity-0 group-has-data-[state=open]:opacity-0 pointer-coarse:me-11 pointer-coarse:opacity-100!'}`}
          >
            <Count value={count} />
            {search.feed !== undefined || search.folder !== undefined || view === 'unread' ? (
              <span className="sr-only"> {reader.list.isUnread}</span>
            ) : null}
          </span>
        )}
        {menu}
      </div>
      {children}
    </li>
  );
}

function Count({ value }: { value: number }) {
  const formats = useFormats();
  return formats.number(value);
}
