import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { type AutoSummaryRule, autoSummaryRules, type Feed, type FeedId, type Folder } from '#schema/feed.ts';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { safeUrl } from '#web/reader/safe-url.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { FeedQuestion } from './feed-dialogs.tsx';

interface FeedMenuProps {
  feed: Feed;
  folders: readonly Folder[];
  onRefresh(feedId: FeedId): void;
  onAsk(question: FeedQuestion): void;
}

export function FeedMenu({ feed, folders, onRefresh, onAsk }: FeedMenuProps) {
  const { feeds, feedMenu } = useStrings().reader;
  const { patchFeed, removeFeed } = useFeedActions();
  const navigate = useNavigate();
  const siteUrl = safeUrl(feed.siteUrl);
  return (
    <MoreMenu
      inRow
      label={feeds.menu(feed.title)}
      className="absolute end-1 z-10"
      deletion={{
        label: feedMenu.unsubscribe,
        title: feedMenu.unsubscribeSure(feed.title),
        note: feedMenu.unsubscribeNote,
        yes: feedMenu.unsubscribeYes,
        async onConfirm() {
          // Leave the place before it is deleted.
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
      <RuleSubmenu
        rule={feed.autoSummary}
        labels={feedMenu.rules}
        onChoose={(autoSummary) => patchFeed.mutate({ id: feed.id, autoSummary })}
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

function Submenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={`${menuItemClass} data-[state=open]:bg-sunken`}>
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden className="size-4 text-muted" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent collisionPadding={8} className={`${menuClass} max-h-[60vh] overflow-y-auto`}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

interface RuleSubmenuProps {
  rule: AutoSummaryRule;
  labels: Record<AutoSummaryRule, string>;
  onChoose(rule: AutoSummaryRule): void;
}

export function RuleSubmenu({ rule, labels, onChoose }: RuleSubmenuProps) {
  const { feedMenu } = useStrings().reader;
  return (
    <Submenu label={feedMenu.autoSummary}>
      <DropdownMenu.RadioGroup value={rule} onValueChange={(value) => onChoose(value as AutoSummaryRule)}>
        {autoSummaryRules.map((value) => (
          <RadioItem key={value} value={value}>
            {labels[value]}
          </RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Submenu>
  );
}

function RadioItem({ value, children }: { value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem value={value} className={`${menuItemClass} ps-8`}>
      <DropdownMenu.ItemIndicator className="absolute start-2.5">
        <Check aria-hidden className="size-4 text-accent" />
      </DropdownMenu.ItemIndicator>
      <span className="truncate">{children}</span>
    </DropdownMenu.RadioItem>
  );
}
