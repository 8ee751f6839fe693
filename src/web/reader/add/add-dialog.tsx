import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Entry } from '#schema/entry.ts';
import type { Feed, Folder } from '#schema/feed.ts';
import type { OpmlReport } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { FileWell } from '#web/controls/files/file-well.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { withScheme } from '#web/reader/web-address.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddFeed } from './add-feed.tsx';
import { FileProblemNotice } from './drop-anywhere.tsx';
import { type AddKind, addKinds, useAddEntry, useAddFile } from './use-add-entry.ts';

interface AddDialogProps {
  kind: AddKind;
  folders: readonly Folder[];
  onFeed(feed: Feed): void;
  onEntry(entry: Entry): void;
  onClose(): void;
}

/** Offers every way to add something in one dialog. */
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

const accept = '.html,.htm,.xhtml,.md,.markdown,.txt,.text,.pdf,text/*,application/pdf';

function AddFile({ onAdded }: { onAdded(entry: Entry): void }) {
  const { add } = useStrings().reader;
  const { addFile, busy, problem } = useAddFile(onAdded);
  return (
    <div className="space-y-4">
      <FileWell
        label={add.chooseFile}
        hint={add.fileHint}
        accept={accept}
        busy={busy ? add.reading : null}
        onFile={(file) => void addFile(file)}
      />
      <FileProblemNotice problem={problem} />
    </div>
  );
}

interface AddPageProps {
  address: string;
  onAddress(address: string): void;
  onAdded(entry: Entry): void;
}

function AddPage({ address, onAddress, onAdded }: AddPageProps) {
  const { add } = useStrings().reader;
  const addEntry = useAddEntry(onAdded);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (address.trim() === '' || addEntry.isPending) return;
    addEntry.mutate({ kind: 'page', url: withScheme(address) });
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        data-autofocus
        label={add.pageAddress}
        hint={add.pageHint}
        inputMode="url"
        autoCapitalize="off"
        placeholder="https://…"
        value={address}
        onChange={(event) => onAddress(event.target.value)}
      />
      <ErrorNotice error={addEntry.error} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={address.trim() === '' || addEntry.isPending}>
          {addEntry.isPending ? add.fetching : add.addPage}
        </Button>
      </div>
    </form>
  );
}

function ImportOpml({ onDone }: { onDone(): void }) {
  const { add } = useStrings().reader;
  const { importOpml } = useFeedActions();
  if (importOpml.data !== undefined) return <Report report={importOpml.data} onDone={onDone} />;
  return (
    <div className="space-y-4">
      <FileWell
        label={add.chooseOpml}
        hint={add.opmlHint}
        accept=".opml,.xml,text/xml,text/x-opml,application/xml"
        busy={importOpml.isPending ? add.importing : null}
        onFile={(file) => void file.text().then((opml) => importOpml.mutate(opml))}
      />
      <ErrorNotice error={importOpml.error} />
    </div>
  );
}

function Report({ report, onDone }: { report: OpmlReport; onDone(): void }) {
  const { add } = useStrings().reader;
  const doneRef = useRef<HTMLButtonElement>(null);
  useEffect(() => doneRef.current?.focus(), []);
  return (
    <div className="space-y-4">
      <output className="block text-base">{add.imported(report)}</output>
      {report.refused.length === 0 ? null : (
        <div className="text-muted">
          <p>{add.refused(report.refused.length)}</p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-5 wrap-anywhere">
            {report.refused.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex justify-end">
        <Button look="primary" ref={doneRef} onClick={onDone}>
          {add.done}
        </Button>
      </div>
    </div>
  );
}

function AddText({ onAdded }: { onAdded(entry: Entry): void }) {
  const { add } = useStrings().reader;
  const addEntry = useAddEntry(onAdded);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const textId = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '' || addEntry.isPending) return;
    const named = title.trim() === '' ? {} : { title: title.trim() };
    addEntry.mutate({ kind: 'text', text, ...named });
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label={add.title}
        value={title}
        maxLength={1000}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div>
        <label htmlFor={textId} className="mb-1 block text-xs text-muted">
          {add.text}
        </label>
        <textarea
          id={textId}
          data-autofocus
          value={text}
          placeholder={add.textPlaceholder}
          dir="auto"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="block h-48 w-full resize-y rounded-md border border-edge/60 bg-surface px-2.5 py-2 leading-relaxed"
        />
      </div>
      <ErrorNotice error={addEntry.error} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={text.trim() === '' || addEntry.isPending}>
          {addEntry.isPending ? add.saving : add.addText}
        </Button>
      </div>
    </form>
  );
}
