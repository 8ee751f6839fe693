import { useEffect, useRef } from 'react';
import type { OpmlReport } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { FileWell } from '#web/controls/files/file-well.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function ImportOpml({ onDone }: { onDone(): void }) {
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
