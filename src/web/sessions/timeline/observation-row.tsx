import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Observation } from '#schema/sessions/session.ts';
import { readTool } from '#text/tools/read-tool.ts';
import { LineCounts } from '#web/sessions/changes/changed-file.tsx';
import { ExitCode } from '#web/sessions/changes/command-row.tsx';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats } from '#web/strings/strings-provider.tsx';
import { DeleteButton } from './delete-button.tsx';
import { describeInput } from './describe-tool.ts';
import { OpenObservation } from './open-observation.tsx';

interface ObservationRowProps {
  observation: Observation;
  /** The URL names it. */
  isOpenAtFirst: boolean;
  onDelete(): void;
}

/** What a tool did, in one line; expanded, with its full input and output. */
export function ObservationRow({ observation, isOpenAtFirst, onDelete }: ObservationRowProps) {
  const formats = useFormats();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const ref = recordRef({ kind: 'observation', id: observation.id });
  return (
    <li data-ref={ref} className="group/record rounded-md hover:bg-sunken/60">
      <div className="flex items-center gap-1 pe-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-md ps-1 text-start text-[0.8125rem] -outline-offset-2 pointer-coarse:h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="shrink-0 font-medium">{observation.toolName}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted">
            {describeInput(observation.toolInput)}
          </span>
          <Outcome observation={observation} />
          <span className="numeric shrink-0 text-xs text-muted">{formats.hour(observation.createdAt)}</span>
        </button>
        {/* On touch screens it would be visible on every line. */}
        <DeleteButton
          kind="observation"
          onDelete={onDelete}
          className={isOpen ? '' : 'pointer-coarse:hidden'}
        />
      </div>
      {isOpen ? (
        <div className="ps-6 pe-2 pb-3">
          <OpenObservation known={observation} />
        </div>
      ) : null}
    </li>
  );
}

/** How many lines an edit changed, or that a command failed. */
function Outcome({ observation }: { observation: Observation }) {
  const { files, command } = useMemo(() => readTool(observation), [observation]);
  const lines = files.flatMap((file) => file.lines ?? []);
  const count = (kind: 'added' | 'removed') => lines.filter((line) => line.kind === kind).length;
  const exitCode = command?.exitCode ?? 0;
  if (exitCode !== 0) return <ExitCode code={exitCode} />;
  return <LineCounts added={count('added')} removed={count('removed')} />;
}
