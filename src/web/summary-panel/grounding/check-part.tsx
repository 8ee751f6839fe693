import { Popover } from 'radix-ui';
import {
  countConflicts,
  countGrounding,
  type Grounding,
  groundingStates,
  isConflict,
  personVerdicts,
} from '#schema/runs/grounding.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { CheckAction, useProgress } from '#web/summary-panel/check/check-actions.tsx';
import { useCheckHere, useLoadedCheck } from '#web/summary-panel/check/use-check.ts';
import { useCheckUsage } from '#web/summary-panel/usage-tip.tsx';
import { describeFlags, showSentences } from './findings.ts';
import { useGroundingWords } from './grounding-words.ts';
import { VerdictIcon, VerdictRing } from './verdict-marks.tsx';

interface CheckPartProps {
  /** Null while the rules check the text. */
  grounding: Grounding | null;
  summaryText: string;
  /** Null if the checked text is not available. */
  sourceText: string | null;
  /** Whether the article has changed since the check. */
  isChanged: boolean;
  /** The side on which the popover opens, so that it does not cover the text. */
  side?: 'top' | 'bottom';
}

interface LinePart {
  key: string;
  text: string;
  ink: string;
  className: string;
}

const inks = new Map([
  ['different', 'text-danger'],
  ['wrong', 'text-danger'],
  ['wrong-by-you', 'text-danger'],
  ['not-in-the-source', 'text-caution'],
]);

/** Shows the check of a whole summary in one line, which expands on click. */
export function CheckPart(props: CheckPartProps) {
  const words = useGroundingWords();
  const { separator } = useStrings();
  const check = useCheckHere();
  const running = useProgress(check);
  const progress = props.grounding === null ? words.checking : running;
  const hasRun = progress !== null || (check?.ended ?? null) !== null;
  const problem = check?.problem ?? null;
  const isFailed = problem !== null;
  const parts: LinePart[] = listVerdicts(props.grounding, words).map(({ key, text }) => ({
    key,
    text,
    ink: inks.get(key) ?? '',
    // The verdicts share one line with the progress or the failure, so that the text below does not move.
    className:
      progress !== null
        ? 'hidden @3xl:inline-block'
        : isFailed && (key === 'found' || key === 'quoted')
          ? 'hidden @lg:inline-block'
          : 'inline-block',
  }));
  const line = parts.map(({ text }) => text).join(separator);
  const className = 'inline-block';
  if (progress !== null) parts.push({ key: 'progress', text: progress, ink: 'text-accent', className });
  else if (problem !== null)
    parts.push({ key: 'failed', text: words.failed[problem.task], ink: 'text-caution', className });
  return (
    // Verdicts that arrive one by one are not read out. One message at the end is read out instead.
    <span aria-live={hasRun ? 'off' : undefined} className="relative min-w-0">
      <Popover.Root>
        <Popover.Trigger
          aria-label={`${words.check}: ${parts.map(({ text }) => text).join(separator)}`}
          className="flex min-w-0 cursor-pointer items-start gap-1 rounded-sm text-start whitespace-normal hover:text-ink hover:underline max-sm:pointer-coarse:items-center"
        >
          <VerdictRing sentences={props.grounding?.sentences ?? []} />
          <span data-part="grounding" className="tracking-tight @lg:tracking-normal">
            {parts.map(({ key, text, ink, className }, index) => (
              // A line that is too long breaks between two verdicts, after the separator.
              <span key={key} className={`${className} whitespace-pre`}>
                <span data-state={key} className={ink}>
                  {text}
                </span>
                {index === parts.length - 1 ? '' : separator}
              </span>
            ))}
          </span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            side={props.side ?? 'top'}
            align="start"
            sideOffset={6}
            collisionPadding={8}
            aria-label={words.check}
            className="z-50 max-h-[min(26rem,60vh)] w-[min(26rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 text-ink shadow-lg outline-none"
          >
            <CheckDetails {...props} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <CheckAnnouncer line={line} />
    </span>
  );
}

function CheckDetails(props: CheckPartProps) {
  const { grounding, summaryText, sourceText, isChanged } = props;
  const words = useGroundingWords();
  const check = useLoadedCheck();
  if (grounding === null) return <p className="text-muted">{words.checking}</p>;
  return (
    <>
      <p className="text-xs text-muted">{words.check}</p>
      <CheckedBy grounding={grounding} />
      <CorrectedBy />
      <div className="space-y-1">
        {tally(props).map(({ state, verdict, sentences }) => (
          <div key={verdict ?? state} className="flex gap-2">
            <VerdictIcon state={state} isYours={verdict !== undefined} />
            <div className="min-w-0 flex-1">
              <p>
                {(verdict === undefined ? words.counts[state] : words.countsByYou[verdict])(sentences.length)}
              </p>
              <ul className="space-y-0.5 text-muted empty:hidden">
                {describeFlags(
                  sentences.flatMap(({ flags }) => flags),
                  { summaryText, sourceText, words },
                ).map(({ key, text }) => (
                  <li key={key} className="wrap-anywhere">
                    {text}
                  </li>
                ))}
              </ul>
              {isConflict(state) && check !== null && !isChanged ? (
                <div className="mt-1 mb-1.5">
                  <CheckAction check={check} task="repair" label={words.fix(countConflicts(grounding))} />
                </div>
              ) : null}
            </div>
          </div>
        ))}
      </div>
      {isChanged ? <p className="mt-1.5 text-muted">{words.changedSince}</p> : null}
      {check === null || isChanged ? null : (
        <div className="mt-2.5 border-t border-line pt-2.5">
          <CheckAction
            check={check}
            task="check"
            label={grounding.check === undefined ? words.checkWithModel : words.checkAgain}
          />
        </div>
      )}
    </>
  );
}

/** Says who checked the summary. For a model, it also says when, how long it took and what it cost. */
function CheckedBy({ grounding: { check } }: { grounding: Grounding }) {
  const words = useGroundingWords();
  const { separator } = useStrings();
  const formats = useFormats();
  if (check === undefined) return <p className="mb-2">{words.checkedBy.rules()}</p>;
  const { model, at, durationMs, costUsd } = check;
  const isRunning = durationMs === null && costUsd === null;
  const facts = [
    formats.time(at),
    durationMs === null ? null : formats.duration(durationMs),
    isRunning ? null : costUsd === null ? words.costUnknown : formats.cost(costUsd),
  ];
  return (
    <p className="mb-2 wrap-anywhere">
      {words.checkedBy.both(model ?? words.aModel)}
      <span className="numeric text-muted">
        {facts
          .filter((fact) => fact !== null)
          .map((fact) => `${separator}${fact}`)
          .join('')}
      </span>
    </p>
  );
}

/** Says how long the correction took and what it cost. */
function CorrectedBy() {
  const [line] = useCheckUsage(undefined);
  return line === undefined ? null : <p className="numeric -mt-1 mb-2 wrap-anywhere text-muted">{line}</p>;
}

/** Lists the verdicts that occur: first those on details, then those on sentences. */
function listVerdicts(grounding: Grounding | null, words: Strings['grounding']) {
  if (grounding === null) return [];
  const { details, byPerson = { right: 0, wrong: 0 }, ...sentences } = countGrounding(grounding);
  const model = grounding.check?.model ?? words.aModel;
  const { line } = words;
  const parts = [
    { key: 'found', count: details.total, text: line.found(details.found, details.total) },
    // Rules also doubt sentences without a wrong detail, such as one that leaves out a "not".
    ...count('different', Math.max(details.different, sentences.different), line.different),
    ...count('not-in-the-source', Math.max(details.notInTheSource, sentences.notInTheSource), line.missing),
    ...count('quoted', sentences.quoted, line.quoted),
    ...count('confirmed', sentences.confirmed - byPerson.right, (number) => line.confirmed(number, model)),
    ...count('wrong', sentences.wrong - byPerson.wrong, (number) => line.wrong(number, model)),
    ...count('right-by-you', byPerson.right, line.right),
    ...count('wrong-by-you', byPerson.wrong, line.wrongByYou),
    ...count('not-checked', sentences.notChecked, line.notChecked),
  ];
  return parts.filter((each) => each.count > 0);

  function count(key: string, number: number, describe: (number: number) => string) {
    return [{ key, count: number, text: describe(number) }];
  }
}

/** Groups the sentences by verdict, those of the user apart, and leaves out empty groups. */
function tally({ grounding, summaryText }: Pick<CheckPartProps, 'grounding' | 'summaryText'>) {
  const sentences = grounding === null ? [] : showSentences(grounding, summaryText);
  return groundingStates
    .flatMap((state) => [undefined, ...personVerdicts].map((verdict) => ({ state, verdict })))
    .map((group) => ({
      ...group,
      sentences: sentences.filter(
        ({ state, person }) => state === group.state && person?.verdict === group.verdict,
      ),
    }))
    .filter((group) => group.sentences.length > 0);
}

/** Gives screen readers one message when a run has ended, because its verdicts are not read out one by one. */
function CheckAnnouncer({ line }: { line: string }) {
  const words = useGroundingWords();
  const { separator } = useStrings();
  const { ended, busy } = useCheckHere() ?? { ended: null, busy: null };
  const told = ended !== null && busy === null ? tell() : '';
  return <output className="sr-only">{told}</output>;

  function tell(): string {
    const { task, status } = ended ?? {};
    if (task === undefined || (status !== 'succeeded' && status !== 'failed' && status !== 'cancelled'))
      return '';
    const end = words.ended[task][status];
    return status === 'succeeded' ? `${end}${separator}${line}` : end;
  }
}
