import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Client } from '#client/create-client.ts';
import { countConflicts, type Grounding } from '#schema/runs/grounding.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import {
  groundFields,
  joinFields,
  placeFields,
  presentFields,
  type RecordKind,
  type SessionSummary,
  type SummaryFields,
  summaryFieldsSchema,
} from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { sessionsKeys } from '#web/sessions/sessions-queries.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { mergeArrived } from '#web/summary-panel/check/check-run.ts';
import { RepairNote } from '#web/summary-panel/check/repair-note.tsx';
import { type Check, CheckProvider, useCheck } from '#web/summary-panel/check/use-check.ts';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import { type KnownRecords, recordRef, withChanged } from './known-records.ts';

interface SummaryCardProps {
  summary: SessionSummary;
  onDelete(): void;
}

/** Shows a turn's summary field by field and omits empty fields. */
export function SummaryCard({ summary, onDelete }: SummaryCardProps) {
  const { sessions } = useStrings();
  const { timeline, fields } = sessions;
  const formats = useFormats();
  const { check, joined, ofField } = useSummaryCheck(summary);
  return (
    <GroundingWordsProvider value={sessions.grounding}>
      <div
        // A page has many summaries, and a region for each would clutter its landmarks.
        role="group"
        aria-label={timeline.summary}
        data-ref={recordRef({ kind: 'summary', id: summary.id })}
        className="group/record @container rounded-lg border border-line bg-paper px-4 pt-2 pb-3.5"
      >
        <header className="flex min-h-7 flex-wrap items-center gap-x-3 max-sm:mb-1.5 text-xs text-muted">
          <h3 className="font-medium">{timeline.summary}</h3>
          {joined === null ? null : (
            // The check moves to its own line if it does not fit beside the heading.
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
                      // Sentence offsets are valid for one text only.
                      key={text}
                      summary={{ text, grounding: field.grounding, contentHash: '' }}
                      language={null}
                      source={null}
                      conflicts={joined === null ? 0 : countConflicts(joined.grounding)}
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

interface CheckedSummary {
  /** Null if no run made the summary or if it was not checked. */
  check: Check | null;
  /** All fields as one text, or null if the summary was not checked. */
  joined: { text: string; grounding: Grounding } | null;
  /** The check and the verdicts of one field. */
  ofField(name: keyof SummaryFields): { check: Check | null; grounding: Grounding | null };
}

/** A summary's check. Verdicts appear as they arrive, in the fields they concern. */
function useSummaryCheck(summary: SessionSummary): CheckedSummary {
  const stored = useMemo(() => joinChecked(summary), [summary]);
  const target =
    stored === null || summary.runId === null ? null : { kind: 'session' as const, id: summary.runId };
  const check = useCheck({
    target,
    text: stored?.text ?? '',
    onChanged: useReadSummary(summary),
    isNeeded: useIsActive(target?.id ?? null),
    before: summary.before,
  });
  const arrived = check?.arrived ?? null;
  const { joined, byField } = useMemo(() => {
    const grounding = stored && mergeArrived(stored.grounding, arrived);
    return {
      joined: stored && grounding && { text: stored.text, grounding },
      byField: grounding === null ? {} : splitGrounding(summary, grounding),
    };
    // `arrived` is a new object on every render, but its list of opinions is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored, summary, arrived?.opinions]);

  return {
    check,
    joined,
    ofField(name) {
      const opinions = opinionsIn(summary, name, arrived?.opinions ?? []);
      return {
        check: check && {
          ...check,
          arrived: arrived && { ...arrived, opinions },
          say: (sentence, verdict) => check.say(placeOf(summary, name, sentence), verdict),
        },
        grounding: byField[name] ?? null,
      };
    },
  };
}

/** Unfinished runs are among the newest, so this many contain all of them. */
const newestRuns = 50;

/** Whether a model is checking or correcting this summary. One request serves all summaries on the screen. */
function useIsActive(runId: string | null): boolean {
  const client = useClient();
  const { data = false } = useQuery({
    queryKey: sessionsKeys.activeChecks(),
    queryFn: () => listActive(client),
    select: (targets) => runId !== null && targets.includes(`session:${runId}`),
  });
  return data;
}

async function listActive({ runs }: Pick<Client, 'runs'>): Promise<string[]> {
  const pages = await Promise.all(
    (['check', 'repair'] as const).map((taskType) =>
      runs.list({ taskType, sourceKind: 'session', limit: newestRuns }),
    ),
  );
  return pages
    .flatMap(({ items }) => items)
    .flatMap(({ finishedAt, parameters }) => (finishedAt === null ? [parameters.target ?? ''] : []));
}

/** Reloads one summary in all lists that show it. */
function useReadSummary({ id }: SessionSummary): () => Promise<void> {
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    const { items } = await client.sessions.records([recordRef({ kind: 'summary', id })]);
    const [record] = items;
    if (record === undefined) return;
    queryClient.setQueriesData<KnownRecords>(
      { queryKey: sessionsKeys.allRecords() },
      (known) => known && withChanged(known, record),
    );
  };
}

type FieldName = keyof SummaryFields;

const fieldNames = Object.keys(summaryFieldsSchema.shape) as FieldName[];

export function filledFields(summary: SummaryFields): { name: FieldName; text: string }[] {
  return fieldNames.flatMap((name) => {
    const text = summary[name] ?? '';
    return text.trim() === '' ? [] : [{ name, text }];
  });
}

/** All fields as the one text that is checked, with its verdicts. Null if nothing was checked. */
export function joinChecked(summary: SessionSummary): { text: string; grounding: Grounding } | null {
  if (summary.grounding === null) return null;
  const { sentences } = joinFields(summary, summary.grounding);
  if (sentences.length === 0) return null;
  // A field has `check` only if the model gave an opinion on one of its sentences.
  const check = Object.values(summary.grounding).find((field) => field.check !== undefined)?.check;
  return { text: presentFields(summary), grounding: { sentences, ...(check && { check }) } };
}

/** Splits the verdicts on the joined text by field. */
export function splitGrounding(
  summary: SessionSummary,
  grounding: Grounding,
): Partial<Record<FieldName, Grounding>> {
  const { check } = grounding;
  const byField = Object.entries(groundFields(summary, grounding) ?? {});
  return Object.fromEntries(byField.map(([name, field]) => [name, { ...field, ...(check && { check }) }]));
}

/** The place in the joined text of a sentence of one field. */
function placeOf(
  summary: SummaryFields,
  name: FieldName,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const from = placeFields(summary).find((field) => field.name === name)?.start ?? 0;
  return { start: start + from, end: end + from };
}

/** The opinions on one field's sentences, with their offsets in that field. */
export function opinionsIn(
  summary: SummaryFields,
  name: FieldName,
  opinions: readonly SentenceOpinion[],
): SentenceOpinion[] {
  const place = placeFields(summary).find((field) => field.name === name);
  if (place === undefined) return [];
  const move = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: part.start - place.start,
    end: part.end - place.start,
  });
  return opinions
    .filter(({ start, end }) => start >= place.start && end <= place.end)
    .map((opinion) => ({ ...move(opinion), wrong: opinion.wrong && move(opinion.wrong) }));
}

interface DeleteButtonProps {
  kind: RecordKind;
  onDelete(): void;
  className?: string;
}

/** Hidden until the record is hovered or focused. */
export function DeleteButton({ kind, onDelete, className = '' }: DeleteButtonProps) {
  const { record } = useStrings().sessions;
  return (
    <button
      type="button"
      aria-label={record.delete[kind]}
      title={record.delete[kind]}
      onClick={onDelete}
      className={`flex size-6 shrink-0 items-center justify-center rounded text-muted opacity-0 group-focus-within/record:opacity-100 group-hover/record:opacity-100 hover:bg-line hover:text-ink pointer-coarse:size-11 pointer-coarse:opacity-100 ${className}`}
    >
      <Trash2 aria-hidden className="size-3.5" />
    </button>
  );
}
