import type { Entry, EntryHead } from '#schema/entry.ts';
import type { Feed } from '#schema/feed.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { AddDialog } from './add/add-dialog.tsx';
import type { AddKind } from './add/add-kinds.ts';
import { HelpDialog } from './keys/help-dialog.tsx';
import { MarkAllDialog } from './list/mark-all-dialog.tsx';
import type { Place } from './place.ts';

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

/** Overlays of the panes, one at a time. */
export function ReaderDialogs(props: ReaderDialogsProps) {
  const { question, subscriptions, place, newest, onFeed, onEntry, onClose } = props;
  if (question.kind === 'help') return <HelpDialog onClose={onClose} />;
  if (question.kind === 'mark-all')
    return <MarkAllDialog place={place} subscriptions={subscriptions} newest={newest} onClose={onClose} />;
  return (
    <AddDialog
      kind={question.what}
      folders={subscriptions.folders}
      onFeed={onFeed}
      onEntry={onEntry}
      onClose={onClose}
    />
  );
}
