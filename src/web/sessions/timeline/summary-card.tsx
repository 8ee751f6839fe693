import { Link } from '@tanstack/react-router';
import { countGrounding } from '#schema/runs/grounding.ts';
import type { SessionSummary } from '#schema/sessions/session.ts';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { CheckProvider } from '#web/summary-panel/check/check-provider.ts';
import { RepairNote } from '#web/summary-panel/check/repair-note.tsx';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import { DeleteButton } from './delete-button.tsx';
import { filledFields } from './join-fields.ts';
import { useSummaryCheck } from './use-summary-check.ts';

interface SummaryCardProps {
  summary: SessionSummary;
  onDelete(): void;
}

/** The summary of a turn, field by field; empty fields are omitted. */
export function SummaryCard({ summary, onDelete }: SummaryCardProps) {
  const { sessions } = useStrings();
  const { timeline, fields } = sessions;
  const formats = useFormats();
  const { check, joined, ofField } = useSummaryCheck(summary);
  return (
    <GroundingWordsProvider value={sessions.grounding}>
      <div
        // Not a region: there are many of them on one page.
        role="group"
        aria-label={timeline.summary}
        data-ref={recordRef({ kind: 'summary', id: summary.id })}
        className="group/record @container rounded-lg border border-line bg-paper px-4 pt-2 pb-3.5"
      >
        <header className="flex min-h-7 flex-wrap items-center gap-x-3 max-sm:mb-1.5 text-xs text-muted">
          <h3 className="font-medium">{timeline.summary}</h3>
          {joined === null ? null : (
            // On its own line if it does not fit beside the heading.
            <span className="max-sm:order-last max-sm:basis-full">
              <CheckProvider value={check}>
                <CheckPart
                  grounding={joined.grounding}
                  summaryText={joined.text}
                  sourceText={null}
                  isChanged={false}
                />
              </CheckProvider>
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
        {joined === null ? null : (
          <CheckProvider value={check}>
            <div className="mb-2 empty:hidden">
              <RepairNote text={joined.text} />
            </div>
          </CheckProvider>
        )}
        <dl className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
          {filledFields(summary).map(({ name, text }) => {
            const field = ofField(name);
            return (
              <div key={name} className="contents">
                <dt className="text-xs leading-6 text-muted max-sm:-mb-2">{fields[name]}</dt>
                <dd>
                  <CheckProvider value={field.check}>
                    <GroundedText
                      // Offsets are valid for one text only.
                      key={text}
                      summary={{ text, grounding: field.grounding, contentHash: '' }}
                      language={null}
                      source={null}
                      contradicted={joined === null ? 0 : countGrounding(joined.grounding).contradicted}
                    />
                  </CheckProvider>
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </GroundingWordsProvider>
  );
}
