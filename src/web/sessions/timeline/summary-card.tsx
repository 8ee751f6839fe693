import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SessionSummary } from '#schema/sessions/session.ts';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import { DeleteButton } from './delete-button.tsx';
import { filledFields, joinFields } from './join-fields.ts';

interface SummaryCardProps {
  summary: SessionSummary;
  onDelete(): void;
}

/** The summary of a turn, field by field; empty fields are omitted. */
export function SummaryCard({ summary, onDelete }: SummaryCardProps) {
  const { sessions } = useStrings();
  const { timeline, fields } = sessions;
  const formats = useFormats();
  const checked = useMemo(() => joinFields(summary), [summary]);
  return (
    <GroundingWordsProvider value={sessions.grounding}>
      <section
        aria-label={timeline.summary}
        data-ref={recordRef({ kind: 'summary', id: summary.id })}
        className="group/record rounded-lg border border-line bg-paper px-4 pt-2 pb-3.5"
      >
        <header className="flex min-h-7 flex-wrap items-center gap-x-3 text-xs text-muted">
          <h3 className="font-medium">{timeline.summary}</h3>
          {checked === null ? null : (
            // On its own line if it does not fit beside the heading.
            <span className="max-sm:order-last max-sm:basis-full">
              <CheckPart
                grounding={checked.grounding}
                summaryText={checked.text}
                sourceText={null}
                isChanged={false}
              />
            </span>
          )}
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
          {filledFields(summary).map(({ name, text }) => (
            <div key={name} className="contents">
              <dt className="text-xs leading-6 text-muted max-sm:-mb-2">{fields[name]}</dt>
              <dd>
                <GroundedText
                  // Offsets are valid for one text only.
                  summary={{ text, grounding: summary.grounding?.[name] ?? null, contentHash: '' }}
                  language={null}
                  source={null}
                />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </GroundingWordsProvider>
  );
}
