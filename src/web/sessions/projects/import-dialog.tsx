import { useEffect, useRef } from 'react';
import type { ImportReport } from '#schema/sessions/export-wire.ts';
import { joinNames, transcriptClientNames } from '#schema/sessions/transcript-client.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { FileWell } from '#web/controls/files/file-well.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Command, importCommand } from '#web/sessions/command.tsx';
import { useSessionActions } from '#web/sessions/session-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Rejected lines listed one by one, at most. */
const toldLines = 50;

export function ImportDialog({ onClose }: { onClose(): void }) {
  const { import: words, anyOf } = useStrings().sessions;
  const { importLines } = useSessionActions();
  return (
    <Dialog open title={words.heading} closeLabel={words.close} onClose={onClose}>
      {importLines.data !== undefined ? (
        <Report report={importLines.data} onDone={onClose} />
      ) : (
        <div className="space-y-4">
          <FileWell
            label={words.choose}
            hint={words.hint}
            accept=".jsonl,.ndjson,application/x-ndjson,application/jsonl"
            busy={importLines.isPending ? words.importing : null}
            onFile={(file) => importLines.mutate(file)}
          />
          <ErrorNotice error={importLines.error} />
          <div className="text-muted">
            <p>{words.fromClients(joinNames(Object.values(transcriptClientNames), anyOf))}</p>
            <Command command={importCommand} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Report({ report, onDone }: { report: ImportReport; onDone(): void }) {
  const { import: words } = useStrings().sessions;
  const doneRef = useRef<HTMLButtonElement>(null);
  useEffect(() => doneRef.current?.focus(), []);
  return (
    <div className="space-y-4">
      <output className="block text-base">{words.report(report)}</output>
      {report.refused.length === 0 ? null : (
        <div className="text-muted">
          <p>{words.refused(report.refused.length)}</p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-5 wrap-anywhere">
            {report.refused.slice(0, toldLines).map(({ line, reason }) => (
              <li key={line}>{words.refusedLine(line, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex justify-end">
        <Button look="primary" ref={doneRef} onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
