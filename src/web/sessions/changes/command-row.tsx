import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { OpenObservation } from '#web/sessions/timeline/open-observation.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { RunCommand } from './collect-changes.ts';

/** A command in one line; expanded, with its output. */
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
