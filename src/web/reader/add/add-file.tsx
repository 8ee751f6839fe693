import type { Entry } from '#schema/entry.ts';
import { FileWell } from '#web/controls/files/file-well.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { FileProblemNotice } from './file-problem-notice.tsx';
import { useAddFile } from './use-add-file.ts';

const accept = '.html,.htm,.xhtml,.md,.markdown,.txt,.text,.pdf,text/*,application/pdf';

export function AddFile({ onAdded }: { onAdded(entry: Entry): void }) {
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
