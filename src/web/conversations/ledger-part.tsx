import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Entity, SummarizeOutput } from '#schema/conversations/conversation.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { countLedger, type LedgerPart as Part } from './count-ledger.ts';

export function LedgerPart({ ledger }: { ledger: SummarizeOutput }) {
  const { turn: words } = useStrings().conversations;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const counts = countLedger(ledger);
  return (
    <div data-testid="ledger">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={[words.ledger, ...chipsOf()].join(', ')}
        onClick={() => setOpen(!isOpen)}
        className="-ms-1 flex min-h-7 flex-wrap items-center gap-1.5 rounded-md px-1 py-0.5 text-xs hover:bg-sunken pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        {counts.length === 0 ? <span className="text-muted">{words.nothing}</span> : null}
        {counts.map(({ part, count }) => (
          <span
            key={part}
            className={`numeric rounded-full px-2 py-px ${
              part === 'errors' ? 'bg-danger-wash text-danger' : 'bg-accent-wash text-accent'
            }`}
          >
            {words.chips[part](count)}
          </span>
        ))}
      </button>
      <div id={id} hidden={!isOpen} className="mt-1 border-s-2 border-line ps-3">
        {isOpen ? <LedgerTable ledger={ledger} parts={counts.map(({ part }) => part)} /> : null}
      </div>
    </div>
  );

  function chipsOf(): string[] {
    if (counts.length === 0) return [words.nothing];
    return counts.map(({ part, count }) => words.chips[part](count));
  }
}

function LedgerTable({ ledger, parts }: { ledger: SummarizeOutput; parts: readonly Part[] }) {
  const { turn: words } = useStrings().conversations;
  const lines = linesOf(ledger, words);
  return (
    <div className="space-y-1.5 text-[0.8125rem]">
      <p className="wrap-anywhere">{ledger.turn_summary}</p>
      <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5">
        {parts.map((part) => (
          <div key={part} className="contents">
            <dt className="text-muted">{words.parts[part]}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <ul>
                {lines[part].map(({ key, text, note }) => (
                  <li key={key} className={part === 'errors' ? 'text-danger' : ''}>
                    {text} {note === '' ? null : <span className="text-muted">{note}</span>}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
        {ledger.next_step_suggestion === undefined ? null : (
          <div className="contents">
            <dt className="text-muted">{words.next}</dt>
            <dd className="min-w-0 wrap-anywhere">{ledger.next_step_suggestion}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

interface Line {
  key: string;
  text: string;
  note: string;
}

type Words = ReturnType<typeof useStrings>['conversations']['turn'];

function linesOf(ledger: SummarizeOutput, words: Words): Record<Part, Line[]> {
  return {
    created: ledger.entities_created.map(toLine),
    updated: ledger.entities_updated.map(toLine),
    deleted: ledger.entities_deleted.map(toLine),
    generated: countsOf(ledger.artifacts_generated, words),
    saved: countsOf(ledger.artifacts_saved, words),
    errors: ledger.errors.map(({ code, message, step_id }, index) => ({
      key: String(index),
      text: message === '' ? code : message,
      note: [message === '' ? '' : code, step_id === undefined ? '' : words.step(step_id)]
        .filter((part) => part !== '')
        .join(' · '),
    })),
  };
}

function toLine({ id, type, label }: Entity): Line {
  return { key: `${type}/${id}`, text: label, note: `${type} · ${id}` };
}

function countsOf(counts: Readonly<Record<string, number>>, words: Words): Line[] {
  return Object.entries(counts).map(([type, count]) => ({
    key: type,
    text: words.counted(type, count),
    note: '',
  }));
}
