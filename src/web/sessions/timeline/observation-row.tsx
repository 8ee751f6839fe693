import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Observation } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { recordRef } from '#web/sessions/record-ref.ts';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { DeleteButton } from './delete-button.tsx';
import { describeInput, layOut } from './describe-tool.ts';

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
          <span className="numeric shrink-0 text-xs text-muted">{formats.hour(observation.createdAt)}</span>
        </button>
        {/* On touch screens it would be visible on every line. */}
        <DeleteButton
          kind="observation"
          onDelete={onDelete}
          className={isOpen ? '' : 'pointer-coarse:hidden'}
        />
      </div>
      {isOpen ? <OpenObservation known={observation} reference={ref} /> : null}
    </li>
  );
}

interface OpenObservationProps {
  /** Possibly truncated, as records in events are. */
  known: Observation;
  reference: string;
}

function OpenObservation({ known, reference }: OpenObservationProps) {
  const { timeline } = useStrings().sessions;
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: sessionsKeys.record(reference),
    queryFn: async () => (await client.sessions.records([reference])).items[0] ?? null,
  });
  if (data === null) return <p className="px-6 pb-2 text-muted">{timeline.gone}</p>;
  const { toolInput, toolResponse, cwd } = data?.kind === 'observation' ? data : known;
  return (
    <div className="space-y-2 ps-6 pe-2 pb-3">
      <ErrorNotice error={error} tone="caution" />
      <Side label={timeline.input} text={layOut(toolInput)} />
      <Side label={timeline.output} text={layOut(toolResponse)} />
      {cwd === '' ? null : (
        <p className="text-xs text-muted wrap-anywhere">
          {timeline.folder}: <code className="font-mono">{cwd}</code>
        </p>
      )}
    </div>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  const { timeline } = useStrings().sessions;
  return (
    <section aria-label={label}>
      <h3 className="text-xs text-muted">{label}</h3>
      {text === '' ? (
        <p className="text-xs text-muted">{timeline.nothing}</p>
      ) : (
        <pre
          {...scrollable}
          dir="auto"
          className="mt-0.5 max-h-80 overflow-auto rounded-md border border-line bg-paper px-2.5 py-1.5 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
    </section>
  );
}
