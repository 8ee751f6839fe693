import { namesOf } from '#schema/field-table.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { useModels } from '#web/api/list-queries.ts';
import { useSettings } from '#web/api/queries.ts';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { type Command, useCommands } from '#web/commands.ts';
import { Toast } from '#web/controls/toast.tsx';
import { useSubscriptions } from '#web/reader/reader-queries.ts';
import { SearchDialog } from '#web/search/search-dialog.tsx';
import { toPrimaryModel, usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { type Look, looks } from '#web/theme/look.ts';
import { useLook } from '#web/theme/use-look.ts';
import { destinations } from './destinations.ts';

interface PalettePartProps {
  isOpen: boolean;
  onClose(): void;
}

/** The palette with the commands that are available on every screen. */
export function PalettePart({ isOpen, onClose }: PalettePartProps) {
  return (
    <>
      {isOpen ? (
        <>
          <AutoCommands />
          <LookCommands />
          <PlaceCommands />
        </>
      ) : null}
      <ModelSwitch isOffered={isOpen} />
      {isOpen ? <SearchDialog onClose={onClose} /> : null}
    </>
  );
}

function AutoCommands() {
  const { palette } = useStrings();
  const { values, change } = useAppSession();
  useCommands(() => [
    {
      id: 'auto-summary',
      group: 'anywhere',
      label: values.autoSummary ? palette.autoOff : palette.autoOn,
      run: () => change({ autoSummary: !values.autoSummary }),
    },
  ]);
  return null;
}

type Offered = 'theme' | 'density';

function LookCommands() {
  return (
    <>
      <LookPartCommands part="theme" />
      <LookPartCommands part="density" />
    </>
  );
}

function LookPartCommands({ part }: { part: Offered }) {
  const { appearance, palette } = useStrings();
  const [chosen, choose] = useLook(part);
  const names = new Map<string, string>(Object.entries(appearance.choices[part]));
  const values: readonly Look<Offered>[] = looks[part].values;
  useCommands(() =>
    values.map(
      (value): Command => ({
        id: `${part}-${value}`,
        group: 'anywhere',
        label: palette.choice(appearance.parts[part], names.get(value) ?? value),
        words: palette.words[part],
        isOneOfMany: true,
        isCurrent: value === chosen,
        run: () => choose(value),
      }),
    ),
  );
  return null;
}

type PatchSettings = ReturnType<typeof usePatchSettings>;

/** Switches the summary model. Stays mounted after the palette closes, to report a failure. */
function ModelSwitch({ isOffered }: { isOffered: boolean }) {
  const { palette } = useStrings();
  const patch = usePatchSettings();
  return (
    <>
      {isOffered ? <ModelCommands patch={patch} /> : null}
      <Toast
        message={patch.error === null ? null : { title: palette.failed, note: patch.error.message }}
        onClose={patch.reset}
      />
    </>
  );
}

function ModelCommands({ patch }: { patch: PatchSettings }) {
  const { palette, settings: words } = useStrings();
  const { data: models } = useModels();
  const { data: settings } = useSettings();
  useCommands(() =>
    settings === undefined
      ? []
      : (models ?? []).map(({ id, name, model }) => ({
          id: `model-${id}`,
          group: 'anywhere',
          label: palette.choice(palette.model, id === builtinModelProfileId ? words.models.builtin : name),
          words: `${palette.words.model} ${model}`,
          isOneOfMany: true,
          isCurrent: id === settings.summaryAgent.primaryModelProfileId,
          run: () => patch.mutate(toPrimaryModel(settings, id)),
        })),
  );
  return null;
}

const views = ['unread', 'all', 'starred', 'saved'] as const;

function PlaceCommands() {
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
      ...destinations.map(({ to, name }): Command => ({ ...place(name, shell[name], {}), link: { to } })),
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
