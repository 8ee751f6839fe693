import type { EntryHead } from '#schema/entry.ts';
import { type Command, useCommands } from '#web/commands.ts';
import { type AddKind, addKinds } from '#web/reader/add/use-add-entry.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { keyOf, type Shortcut } from './shortcuts.ts';
import { safeUrl } from './web-address.ts';

interface Parts {
  /** The open entry. */
  head: EntryHead | null;
  /** The actions that the keys trigger. */
  actions: Record<'star' | 'read' | 'original' | 'tag' | 'refresh' | 'markAllRead' | 'help', () => boolean>;
  hasFeeds: boolean;
  isRefreshing: boolean;
  hasUnread: boolean;
  onAdd(kind: AddKind): void;
}

/** Adds commands for the open entry, the list and the feeds to the command palette. */
export function useReaderCommands({ head, actions, hasFeeds, isRefreshing, hasUnread, onAdd }: Parts): void {
  const { reader, tags, palette } = useStrings();
  const { words } = palette;

  useCommands(() => {
    const command = (
      name: keyof Parts['actions'] & Shortcut,
      group: Command['group'],
      label: string,
      found: string,
    ): Command => ({
      id: `reader-${name}`,
      group,
      label,
      words: found,
      shortcut: keyOf(name),
      run: () => void actions[name](),
    });
    return [
      ...(head === null ? [] : commandsOf(head)),
      ...(hasUnread ? [command('markAllRead', 'here', reader.list.markAllRead, words.read)] : []),
      {
        id: 'reader-add',
        group: 'anywhere',
        label: reader.feeds.add,
        words: words.add,
        shortcut: keyOf('add'),
        run: () => onAdd('feed'),
      },
      ...addKinds.map(
        (kind): Command => ({
          id: `reader-add-${kind}`,
          group: 'anywhere',
          label: palette.addKind(reader.add.kinds[kind]),
          words: words.add,
          isOneOfMany: true,
          run: () => onAdd(kind),
        }),
      ),
      ...(hasFeeds && !isRefreshing
        ? [command('refresh', 'anywhere', reader.feeds.refresh, words.refresh)]
        : []),
      command('help', 'anywhere', reader.help.heading, words.help),
    ];

    function commandsOf({ starred, read, url, tags: own }: EntryHead): Command[] {
      const { article } = reader;
      return [
        command('star', 'here', starred ? article.unstar : article.star, words.star),
        command('read', 'here', read ? article.markUnread : article.markRead, words.read),
        ...(safeUrl(url) === null ? [] : [command('original', 'here', article.openOriginal, words.original)]),
        command('tag', 'here', own.length === 0 ? tags.add : tags.edit, words.tags),
      ];
    }
  });
}
