import { Check, ChevronRight, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { type AutoSummaryRule, autoSummaryRules, type Feed, type FeedId, type Folder } from '#schema/feed.ts';
import { menuCheckClass, menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
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
  const { patchFeed } = useFeedActions();
  const siteUrl = safeUrl(feed.siteUrl);
  return (
    <DropdownMenu.Root>
      <MenuTrigger label={feeds.menu(feed.title)} />
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} collisionPadding={8} className={menuClass}>
          <DropdownMenu.Item className={menuItemClass} onSelect={() => onRefresh(feed.id)}>
            {feedMenu.refresh}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menuItemClass} onSelect={() => onAsk('rename')}>
            {feedMenu.rename}
          </DropdownMenu.Item>
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
            <DropdownMenu.Item className={menuCheckClass} onSelect={() => onAsk('new-folder')}>
              {feeds.newFolder}
            </DropdownMenu.Item>
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
            <DropdownMenu.Item asChild className={menuItemClass}>
              <a href={siteUrl} target="_blank" rel="noopener noreferrer">
                {feedMenu.site}
              </a>
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Separator className={menuSeparatorClass} />
          <DropdownMenu.Item className={`${menuItemClass} text-danger`} onSelect={() => onAsk('unsubscribe')}>
            {feedMenu.unsubscribe}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Visible when its row is hovered or focused; always visible on touch screens. */
export function MenuTrigger({ label }: { label: string }) {
  return (
    <DropdownMenu.Trigger
      aria-label={label}
      title={label}
      className="absolute end-1 z-10 flex size-6 items-center justify-center rounded opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-line data-[state=open]:opacity-100 pointer-coarse:size-8 pointer-coarse:opacity-100"
    >
      <Ellipsis aria-hidden className="size-4" />
    </DropdownMenu.Trigger>
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
    <DropdownMenu.RadioItem value={value} className={menuCheckClass}>
      <DropdownMenu.ItemIndicator className="absolute start-2.5">
        <Check aria-hidden className="size-4 text-accent" />
      </DropdownMenu.ItemIndicator>
      <span className="truncate">{children}</span>
    </DropdownMenu.RadioItem>
  );
}
