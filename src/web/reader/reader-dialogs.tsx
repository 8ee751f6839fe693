import type { Entry, EntryHead } from '#schema/entry.ts';
import type { Feed } from '#schema/feed.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import type { Tag } from '#schema/tag-wire.ts';
import { parseTagSearch, tagKey } from '#text/tags/tag-name.ts';
import { ConfirmDialog, Dialog } from '#web/controls/dialog.tsx';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { AddDialog } from './add/add-dialog.tsx';
import type { AddKind } from './add/use-add-entry.ts';
import { useMarkAllRead } from './entry-actions.ts';
import { type Place, placeName } from './place.ts';
import { nameKey, shortcuts } from './shortcuts.ts';

export type Question = { kind: 'add'; what: AddKind } | { kind: 'help' } | { kind: 'mark-all' };

interface ReaderDialogsProps {
  question: Question;
  subscriptions: Subscriptions;
  place: Place;
  /** The first entry of the list. */
  newest: EntryHead | null;
  onFeed(feed: Feed): void;
  onEntry(entry: Entry): void;
  onClose(): void;
}

/** Shows the dialogs of the Reader, one at a time. */
export function ReaderDialogs(props: ReaderDialogsProps) {
  const { question, subscriptions, place, newest, onFeed, onEntry, onClose } = props;
  if (question.kind === 'add')
    return (
      <AddDialog
        kind={question.what}
        folders={subscriptions.folders}
        onFeed={onFeed}
        onEntry={onEntry}
        onClose={onClose}
      />
    );
  if (question.kind === 'help') return <HelpDialog onClose={onClose} />;
  return <MarkAllDialog place={place} subscriptions={subscriptions} newest={newest} onClose={onClose} />;
}

function HelpDialog({ onClose }: { onClose(): void }) {
  const { help } = useStrings().reader;
  return (
    <Dialog open title={help.heading} closeLabel={help.close} onClose={onClose}>
      <dl
        {...scrollable}
        className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 rounded sm:grid-cols-[auto_1fr_auto_1fr]"
      >
        {shortcuts.map(({ name, keys }) => (
          <div key={name} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded border border-line bg-sunken px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {key === ' ' ? help.space : nameKey(key)}
                </kbd>
              ))}
            </dt>
            <dd>{help.keys[name]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

interface MarkAllDialogProps {
  place: Place;
  subscriptions: Subscriptions;
  /** The newest entry that the user could have seen. */
  newest: EntryHead | null;
  onClose(): void;
}

function MarkAllDialog({ place, subscriptions, newest, onClose }: MarkAllDialogProps) {
  const strings = useStrings();
  const { list } = strings.reader;
  const markAllRead = useMarkAllRead();
  const { data: library } = useTagLibrary();
  // Without the library, it is unknown whether a tag filters the list.
  if (library === undefined) return null;
  const tags = shownTags(place, library);
  // Only a feed, a folder, tags or everything can be marked at once. Starred, saved and found entries cannot.
  const scope: Place = {
    view: 'all',
    ...(place.feed === undefined ? {} : { feed: place.feed }),
    ...(place.folder === undefined ? {} : { folder: place.folder }),
  };
  const name =
    tags.length === 0
      ? placeName(scope, subscriptions, strings)
      : tags.map((tag) => `#${tag.name}`).join(strings.separator);
  return (
    <ConfirmDialog
      title={list.markAllSure(name)}
      yes={list.markAllYes}
      isHarmless
      onConfirm={() =>
        markAllRead.mutateAsync({
          before: newest?.publishedAt ?? Date.now(),
          ...(scope.feed === undefined ? {} : { feedId: scope.feed }),
          ...(scope.folder === undefined ? {} : { folderId: scope.folder }),
          ...(tags.length === 0 ? {} : { tagIds: tags.map(({ id }) => id) }),
        })
      }
      onClose={onClose}
    />
  );
}

/** Returns the tags that filter the list, from the sidebar or from a search that names only tags. */
function shownTags({ tag, q = '' }: Place, library: readonly Tag[]): Tag[] {
  const { tags: keys, text } = parseTagSearch(q);
  const isFound = (known: Tag) =>
    text === '' && [known.name, ...known.synonyms].some((name) => keys.includes(tagKey(name)));
  return library.filter((known) => known.id === tag || isFound(known));
}
