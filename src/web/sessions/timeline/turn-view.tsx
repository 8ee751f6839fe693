import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type { Observation, Prompt, RecordKind } from '#schema/sessions/session.ts';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { DeleteButton } from './delete-button.tsx';
import { startOf, type Turn } from './group-turns.ts';
import { LongText } from './long-text.tsx';
import { ObservationRow } from './observation-row.tsx';
import { SummaryCard } from './summary-card.tsx';

interface TurnViewProps {
  turn: Turn;
  /** The record named by the URL. */
  sought: string | null;
  onDelete(record: { kind: RecordKind; id: number }): void;
}

/** A turn in reading order: the prompt, the observations, the summary. */
export function TurnView({ turn, sought, onDelete }: TurnViewProps) {
  const { sessions, separator } = useStrings();
  const formats = useFormats();
  const { prompt, observations, summaries } = turn;
  const name = sessions.timeline.turn(turn.promptNumber);
  const startedAt = startOf(turn);
  return (
    <article aria-label={name} data-turn={turn.key} className="turn relative py-3 ps-5">
      <span aria-hidden className="absolute inset-y-0 start-1.5 w-px bg-line" />
      <span aria-hidden className="absolute start-0.75 top-4.5 size-2 rounded-full bg-edge" />
      <div className="space-y-2">
        <header className="text-xs text-muted">
          <span className="numeric block truncate" title={formats.fullTime(startedAt)}>
            {[formats.hour(startedAt), name].join(separator)}
          </span>
        </header>
        {prompt === null ? null : (
          <PromptView prompt={prompt} onDelete={() => onDelete({ kind: 'prompt', id: prompt.id })} />
        )}
        {observations.length === 0 ? null : (
          <Observations
            observations={observations}
            sought={sought}
            onDelete={(id) => onDelete({ kind: 'observation', id })}
          />
        )}
        {summaries.map((summary) => (
          <SummaryCard
            key={summary.id}
            summary={summary}
            onDelete={() => onDelete({ kind: 'summary', id: summary.id })}
          />
        ))}
      </div>
    </article>
  );
}

function PromptView({ prompt, onDelete }: { prompt: Prompt; onDelete(): void }) {
  const { timeline } = useStrings().sessions;
  return (
    <div
      data-ref={recordRef({ kind: 'prompt', id: prompt.id })}
      className="group/record flex items-start gap-1 rounded-md"
    >
      {prompt.text === null ? (
        <p className="flex min-w-0 flex-1 items-center gap-1.5 text-muted italic">
          <LockKeyhole aria-hidden className="size-3.5" />
          {timeline.privatePrompt}
        </p>
      ) : (
        <LongText text={prompt.text} className="min-w-0 flex-1 text-[0.9375rem] leading-relaxed" />
      )}
      <DeleteButton kind="prompt" onDelete={onDelete} />
    </div>
  );
}

interface ObservationsProps {
  observations: readonly Observation[];
  sought: string | null;
  onDelete(id: number): void;
}

/** Visible observations per turn; a turn can have hundreds. */
const shownAtFirst = 8;

/** The newest ones, and the rest on request. */
function Observations({ observations, sought, onDelete }: ObservationsProps) {
  const { timeline } = useStrings().sessions;
  const refOf = ({ id }: Observation) => recordRef({ kind: 'observation', id });
  const [isWhole, setWhole] = useState(false);
  const isSought = observations.some((observation) => refOf(observation) === sought);
  const hidden = isWhole || isSought ? 0 : Math.max(0, observations.length - shownAtFirst);
  return (
    <div>
      {hidden === 0 ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="ms-1 h-7 rounded text-xs text-accent hover:underline"
        >
          {timeline.showObservations(hidden)}
        </button>
      )}
      <ul aria-label={timeline.observations} className="-mx-1">
        {observations.slice(hidden).map((observation) => (
          <ObservationRow
            key={observation.id}
            observation={observation}
            isOpenAtFirst={refOf(observation) === sought}
            onDelete={() => onDelete(observation.id)}
          />
        ))}
      </ul>
    </div>
  );
}
