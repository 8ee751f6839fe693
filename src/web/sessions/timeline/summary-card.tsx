import { Link } from '@tanstack/react-router';
import { type SessionSummary, type SummaryFields, summaryFieldsSchema } from '#schema/session.ts';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { DeleteButton } from './delete-button.tsx';

interface SummaryCardProps {
  summary: SessionSummary;
  onDelete(): void;
}

const fieldNames = Object.keys(summaryFieldsSchema.shape) as (keyof SummaryFields)[];

/** What a turn came to, field by field; fields with nothing in them are left out. */
export function SummaryCard({ summary, onDelete }: SummaryCardProps) {
  const { timeline, fields } = useStrings().sessions;
  const formats = useFormats();
  const filled = fieldNames.flatMap((name) => {
    const text = summary[name]?.trim() ?? '';
    return text === '' ? [] : [{ name, text }];
  });
  return (
    <section
      aria-label={timeline.summary}
      data-ref={recordRef({ kind: 'summary', id: summary.id })}
      className="group/record rounded-lg border border-line bg-paper px-4 pt-2 pb-3.5"
    >
      <header className="flex h-7 items-center gap-2 text-xs text-muted">
        <h4 className="font-medium">{timeline.summary}</h4>
        {summary.runId === null ? null : (
          <Link
            to="/runs"
            search={{ tab: 'runs', run: summary.runId }}
            className="text-accent hover:underline"
          >
            {timeline.openRun}
          </Link>
        )}
        <span className="numeric ms-auto">{formats.hour(summary.createdAt)}</span>
        <DeleteButton kind="summary" onDelete={onDelete} />
      </header>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
        {filled.map(({ name, text }) => (
          <div key={name} className="contents">
            <dt className="text-xs leading-6 text-muted max-sm:-mb-2">{fields[name]}</dt>
            <dd dir="auto" className="leading-6 wrap-anywhere whitespace-pre-wrap">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
