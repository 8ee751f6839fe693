import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { DiffView, OpenObservation } from '#web/sessions/timeline/open-observation.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { ChangedFile, RunCommand } from './collect-changes.ts';

const marks = {
  created: { mark: '+', className: 'text-accent' },
  changed: { mark: '~', className: 'text-caution' },
  deleted: { mark: '−', className: 'text-danger' },
} as const;

/** One line per changed file. Expanding it shows the old and new text of each edit. */
export function ChangedFileRow({ file }: { file: ChangedFile }) {
  const { changes: words } = useStrings().sessions;
  const formats = useFormats();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { mark, className } = marks[file.action];
  return (
    <li data-file={file.path} className="rounded-md hover:bg-sunken/60">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        title={file.path}
        className="flex h-7 w-full min-w-0 items-center gap-1.5 rounded-md ps-1 pe-2 text-start font-mono text-xs -outline-offset-2 pointer-coarse:h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className={`w-3 shrink-0 text-center font-semibold ${className}`}>
          <span aria-hidden>{mark}</span>
          <span className="sr-only">{words.actions[file.action]}</span>
        </span>
        <span className="min-w-0 flex-1 truncate">{file.name}</span>
        <LineCounts added={file.added} removed={file.removed} />
      </button>
      <div id={id} hidden={!isOpen} className="space-y-3 ps-6 pe-2 pb-3">
        {isOpen
          ? file.edits.map(({ observation, at, lines }) => (
              <div key={observation.id} role="group" aria-label={words.edit(formats.time(at))}>
                <h4 className="numeric py-1 text-xs text-muted" title={formats.fullTime(at)}>
                  {words.edit(formats.time(at))}
                </h4>
                {lines === null ? <OpenObservation known={observation} /> : <DiffView lines={lines} />}
              </div>
            ))
          : null}
      </div>
    </li>
  );
}

export function LineCounts({ added, removed }: { added: number; removed: number }) {
  const { changes: words } = useStrings().sessions;
  const formats = useFormats();
  if (added === 0 && removed === 0) return null;
  return (
    <span className="numeric shrink-0 text-xs">
      <span aria-hidden>
        {added === 0 ? null : <span className="ms-1.5 text-accent">+{formats.number(added)}</span>}
        {removed === 0 ? null : <span className="ms-1.5 text-danger">−{formats.number(removed)}</span>}
      </span>
      <span className="sr-only">{words.lines(added, removed)}</span>
    </span>
  );
}

/** One line per command. Expanding it shows the output. */
export function CommandRow({ run: { observation, command, exitCode } }: { run: RunCommand }) {
  const formats = useFormats();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="rounded-md hover:bg-sunken/60">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex h-7 w-full min-w-0 items-center gap-1.5 rounded-md ps-1 pe-2 text-start -outline-offset-2 pointer-coarse:h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <code className="min-w-0 flex-1 truncate font-mono text-xs">{command.replaceAll('\n', ' ')}</code>
        {exitCode === null ? null : <ExitCode code={exitCode} />}
        <span className="numeric shrink-0 text-xs text-muted">{formats.hour(observation.createdAt)}</span>
      </button>
      <div id={id} hidden={!isOpen} className="ps-6 pe-2 pb-3">
        {isOpen ? <OpenObservation known={observation} /> : null}
      </div>
    </li>
  );
}

export function ExitCode({ code }: { code: number }) {
  const { changes: words } = useStrings().sessions;
  return (
    <span
      className={`numeric shrink-0 rounded-full px-2 py-px text-xs ${
        code === 0 ? 'text-muted' : 'bg-danger-wash text-danger'
      }`}
    >
      {words.exit(code)}
    </span>
  );
}
