import { namesOf } from '#schema/field-table.ts';
import type { Command } from '#web/palette/command.ts';
import { useCommands } from '#web/palette/use-commands.ts';
import { useSubscriptions } from '#web/reader/use-subscriptions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagLibrary } from '#web/tags/use-tag-library.ts';

const screens = ['/', '/spaces', '/conversations', '/sessions', '/runs'] as const;
const screenNames = ['reader', 'spaces', 'conversations', 'sessions', 'runs'] as const;
const views = ['unread', 'all', 'starred', 'saved'] as const;

/** The screens, the views and feeds of the Reader, and the pages of Settings. */
export function PlaceCommands() {
  const { shell, reader, settings, palette } = useStrings();
  const { data: subscriptions } = useSubscriptions();
  const { data: tags } = useTagLibrary();
  useCommands(() => {
    const place = (id: string, label: string, more: Pick<Command, 'words' | 'note' | 'isOneOfMany'>) => ({
      id: `go-${id}`,
      group: 'places' as const,
      label,
      ...more,
      words: `${palette.words.goTo} ${more.words ?? ''}`,
    });
    const listed = (id: string, label: string, search: Record<string, number>, note: string): Command => ({
      ...place(id, label, { note, isOneOfMany: true }),
      link: {
        to: '/reader/$view/{-$entryId}',
        params: { view: search.tag === undefined ? 'unread' : 'all', entryId: undefined },
        search,
      },
    });
    return [
      ...screens.map((to, at): Command => {
        const name = screenNames[at] ?? 'reader';
        return { ...place(name, shell[name], {}), link: { to } };
      }),
      ...views.map(
        (view): Command => ({
          ...place(`view-${view}`, reader.feeds[view], { note: shell.reader }),
          link: { to: '/reader/$view/{-$entryId}', params: { view, entryId: undefined } },
        }),
      ),
      ...(subscriptions?.folders ?? []).map(({ id, name }) =>
        listed(`folder-${id}`, name, { folder: id }, reader.add.folder),
      ),
      ...(subscriptions?.feeds ?? []).map(({ id, title }) =>
        listed(`feed-${id}`, title, { feed: id }, reader.add.kinds.feed),
      ),
      ...(tags ?? []).map(({ id, name }) => listed(`tag-${id}`, `#${name}`, { tag: id }, shell.reader)),
      ...namesOf(settings.sections).map(
        (section): Command => ({
          ...place(`settings-${section}`, palette.choice(settings.heading, settings.sections[section]), {
            words: palette.words.settings,
            isOneOfMany: true,
          }),
          link: { to: '/settings/$section', params: { section }, search: {} },
        }),
      ),
      {
        ...place('settings', settings.heading, { words: palette.words.settings }),
        link: { to: '/settings' },
      },
    ];
  });
  return null;
}
