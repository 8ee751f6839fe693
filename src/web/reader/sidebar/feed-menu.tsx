import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { autoSummaryRules, type Feed, type FeedId, type Folder } from '#schema/feed.ts';
import { feedAutoTagRules } from '#schema/tags/tag.ts';
import { MenuItem, MoreMenu, menuItemClass, menuSeparatorClass } from '#web/controls/more-menu.tsx';
import type { RowButton } from '#web/controls/row-menu.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { safeUrl } from '#web/reader/web-address.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { FeedQuestion } from './feed-dialogs.tsx';
import { ChoiceSubmenu, RadioItem, Submenu } from './submenu.tsx';

interface FeedMenuProps {
  button: RowButton;
  feed: Feed;
  folders: readonly Folder[];
  onRefresh(feedId: FeedId): void;
  onAsk(question: FeedQuestion): void;
}

export function FeedMenu({ button, feed, folders, onRefresh, onAsk }: FeedMenuProps) {
  const { reader, tags } = useStrings();
  const { feeds, feedMenu } = reader;
  const { patchFeed, removeFeed } = useFeedActions();
  const navigate = useNavigate();
  const siteUrl = safeUrl(feed.siteUrl);
  return (
    <MoreMenu
      inRow={button}
      label={button.label}
      deletion={{
        label: feedMenu.unsubscribe,
        title: feedMenu.unsubscribeSure(feed.title),
        note: feedMenu.unsubscribeNote,
        yes: feedMenu.unsubscribeYes,
        async onConfirm() {
          // The app leaves the feed's list before the feed is deleted.
          await navigate({ to: '/reader/$view/{-$entryId}', params: { view: 'unread', entryId: undefined } });
          await removeFeed.mutateAsync(feed.id);
        },
      }}
    >
      <MenuItem onSelect={() => onRefresh(feed.id)}>{feedMenu.refresh}</MenuItem>
      <MenuItem onSelect={() => onAsk('rename')}>{feedMenu.rename}</MenuItem>
      <Submenu label={feedMenu.folder}>
        <DropdownMenu.RadioGroup
          value={String(feed.folderId ?? '')}
          onValueChange={(value) => {
            const folder = folders.find(({ id }) => String(id) === value);
            patchFeed.mutate({ id: feed.id, folderId: folder?.id ?? null });
          }}
        >
          <RadioItem value="">{feedMenu.noFolder}</RadioItem>
          {folders.map(({ id, name }) => (
            <RadioItem key={id} value={String(id)}>
              {name}
            </RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator className={menuSeparatorClass} />
        <MenuItem className="ps-8" onSelect={() => onAsk('new-folder')}>
          {feeds.newFolder}
        </MenuItem>
      </Submenu>
      <ChoiceSubmenu
        label={feedMenu.autoSummary}
        value={feed.autoSummary}
        options={autoSummaryRules}
        labels={feedMenu.rules}
        onChoose={(autoSummary) => patchFeed.mutate({ id: feed.id, autoSummary })}
      />
      <ChoiceSubmenu
        label={tags.auto}
        value={feed.autoTag}
        options={feedAutoTagRules}
        labels={{ inherit: feedMenu.rules.inherit, ...tags.autoRules }}
        onChoose={(autoTag) => patchFeed.mutate({ id: feed.id, autoTag })}
      />
      <DropdownMenu.CheckboxItem
        checked={feed.fetchFullText}
        onCheckedChange={(fetchFullText) => patchFeed.mutate({ id: feed.id, fetchFullText })}
        className={menuItemClass}
      >
        <span className="flex-1">{feedMenu.fullText}</span>
        <DropdownMenu.ItemIndicator>
          <Check aria-hidden className="size-4 text-accent" />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.CheckboxItem>
      <MenuItem onSelect={() => onAsk('tag')}>{tags.batch.menu}</MenuItem>
      {siteUrl === null ? null : (
        <MenuItem asChild>
          <a href={siteUrl} target="_blank" rel="noopener noreferrer">
            {feedMenu.site}
          </a>
        </MenuItem>
      )}
    </MoreMenu>
  );
}
