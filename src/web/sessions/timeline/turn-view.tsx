import { ChevronRight, LockKeyhole } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Observation, Prompt, RecordKind } from '#schema/sessions/session.ts';
import { readTool } from '#text/read-tool.ts';
import { ExitCode, LineCounts } from '#web/sessions/changes/change-rows.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { recordRef } from './known-records.ts';
import { describeInput, OpenObservation } from './open-observation.tsx';
import { DeleteButton, SummaryCard } from './summary-card.tsx';
import { startOf, type Turn } from './use-timeline.ts';

interface TurnViewProps {
  turn: Turn;
  /** The record named by the URL. */
  sought: string | null;
  onDelete(record: { kind: RecordKind; id: number }): void;
}

/** Shows a turn in reading order: prompt, observations, summary. */
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

/** Observations shown at first; a turn can have hundreds. */
const shownAtFirst = 8;

/** Shows the newest observations, and the rest on request. */
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

interface LongTextProps {
  text: string;
  className?: string;
}

/** Longer texts are collapsed, so that one text does not push its neighbours out of view. */
const foldedCharacters = 900;
const foldedLines = 10;

function LongText({ text, className = '' }: LongTextProps) {
  const { timeline } = useStrings().sessions;
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > foldedCharacters || text.split('\n', foldedLines + 1).length > foldedLines;
  return (
    <div className={className}>
      <p
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap ${isLong && !isOpen ? 'line-clamp-6' : ''}`}
      >
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 rounded text-xs text-accent hover:underline"
        >
          {isOpen ? timeline.showLess : timeline.showAll}
        </button>
      ) : null}
    </div>
  );
}

interface ObservationRowProps {
  observation: Observation;
  /** True if the URL names the observation. */
  isOpenAtFirst: boolean;
  onDelete(): void;
}

/** One line about a tool call. Expanding it shows the full input and output. */
function ObservationRow({ observation, isOpenAtFirst, onDelete }: ObservationRowProps) {
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
        {/* On touch screens, the button would be visible on every line, so it appears only on open ones. */}
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

/** Shows how many lines an edit changed, or that a command failed. */
function Outcome({ observation }: { observation: Observation }) {
  const { files, command } = useMemo(() => readTool(observation), [observation]);
  const lines = files.flatMap((file) => file.lines ?? []);
  const count = (kind: 'added' | 'removed') => lines.filter((line) => line.kind === kind).length;
  const exitCode = command?.exitCode ?? 0;
  if (exitCode !== 0) return <ExitCode code={exitCode} />;
  return <LineCounts added={count('added')} removed={count('removed')} />;
}
