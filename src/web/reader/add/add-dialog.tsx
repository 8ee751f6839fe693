import { useState } from 'react';
import type { Entry } from '#schema/entry.ts';
import type { Feed, Folder } from '#schema/feed.ts';
import { Dialog } from '#web/controls/dialog.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddFeed } from './add-feed.tsx';
import { AddFile } from './add-file.tsx';
import { type AddKind, addKinds } from './add-kinds.ts';
import { AddPage } from './add-page.tsx';
import { AddText } from './add-text.tsx';
import { ImportOpml } from './import-opml.tsx';

interface AddDialogProps {
  kind: AddKind;
  folders: readonly Folder[];
  onFeed(feed: Feed): void;
  onEntry(entry: Entry): void;
  onClose(): void;
}

/** All ways to add something, in one dialog. */
export function AddDialog({ kind: first, folders, onFeed, onEntry, onClose }: AddDialogProps) {
  const { add } = useStrings().reader;
  const [kind, setKind] = useState<AddKind>(first);
  const [address, setAddress] = useState('');
  return (
    <Dialog open title={add.heading} closeLabel={add.close} onClose={onClose}>
      <Segmented<AddKind>
        label={add.kind}
        value={kind}
        options={addKinds.map((value) => ({ value, label: add.kinds[value] }))}
        onChoose={setKind}
        className="mb-4"
      />
      {kind === 'feed' ? (
        <AddFeed
          address={address}
          folders={folders}
          onAddress={setAddress}
          onAdded={onFeed}
          onAsPage={() => setKind('page')}
        />
      ) : null}
      {kind === 'page' ? <AddPage address={address} onAddress={setAddress} onAdded={onEntry} /> : null}
      {kind === 'text' ? <AddText onAdded={onEntry} /> : null}
      {kind === 'file' ? <AddFile onAdded={onEntry} /> : null}
      {kind === 'opml' ? <ImportOpml onDone={onClose} /> : null}
    </Dialog>
  );
}
