import { Locate } from 'lucide-react';
import { isConflict, isDoubt, type ModelCheck } from '#schema/runs/grounding.ts';
import { modelOf } from '#schema/runs/opinions.ts';
import { Button } from '#web/controls/button.tsx';
import { CheckAction, CheckFailure, CheckProgress } from '#web/summary-panel/check/check-actions.tsx';
import { type Check, useCheckHere, useLoadedCheck } from '#web/summary-panel/check/use-check.ts';
import { describeFlags, type ShownFlag, type ShownSentence } from './findings.ts';
import { useGroundingWords } from './grounding-words.ts';
import {
  decidedBy,
  type Passage,
  passagesOf,
  quoteModel,
  quotePassage,
  type SummarySource,
} from './sentence-passages.ts';
import { VerdictIcon } from './verdict-marks.tsx';

export interface TipBodyProps {
  sentence: ShownSentence;
  summaryText: string;
  /** The number of sentences in conflict with the source. A correction changes all of them. */
  conflicts: number;
  /** Undefined means that no model has checked the summary. */
  modelCheck: ModelCheck | undefined;
  /** Null if the article is not available or has changed since the check. */
  source: SummarySource | null;
  isChanged: boolean;
  /** The reason why there are no passages, or why a passage was not shown. */
  note: string | null;
  onShow(passage: Passage): void;
  onAct(): void;
}

const pressable =
  '-mx-2 w-[calc(100%+1rem)] rounded-md px-2 py-1 text-start wrap-anywhere hover:bg-sunken -outline-offset-2';

/** Shows the verdict on one sentence, who gave it, and its passages. */
export function TipBody(props: TipBodyProps) {
  const { sentence, source, isChanged, note, onShow } = props;
  const words = useGroundingWords();
  const check = useCheckHere();
  const { state, opinion } = sentence;
  const { named, found } = passagesOf(sentence);
  const model = modelOf(opinion ?? {}, props.modelCheck) ?? words.aModel;
  const hasQuote = source === null && opinion !== undefined && opinion.quote !== '';
  return (
    <>
      <Verdict {...props} hasPassage={source !== null && named.length + found.length > 0} />
      <Decision sentence={sentence} model={model} />
      {note === null ? null : <p className="mt-1.5 text-muted">{note}</p>}
      {hasQuote ? (
        <>
          <p className="mt-2 text-xs text-muted">{words.namedBy(model)}</p>
          <blockquote dir="auto" className="mt-0.5 border-s-2 border-edge/60 py-1 ps-2.5 wrap-anywhere">
            {quoteModel(opinion.quote)}
          </blockquote>
        </>
      ) : null}
      <Passages
        label={state === 'quoted' ? words.fromArticle : words.closest}
        passages={found}
        source={source}
        onShow={onShow}
      />
      <Passages label={words.namedBy(model)} passages={named} source={source} onShow={onShow} />
      {check === null ? null : (
        // The buttons inside handle the clicks. This element only observes them.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        <div
          onClickCapture={props.onAct}
          className="mt-2 space-y-2 border-t border-line pt-2 text-xs leading-5"
        >
          <PersonActions sentence={sentence} check={check} />
          {isChanged || state === 'quoted' ? null : (
            <TipActions
              fixes={isConflict(state) ? props.conflicts : 0}
              isChecked={props.modelCheck !== undefined}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Says what is wrong with the sentence, or gives its verdict if nothing in particular is wrong. */
function Verdict(props: TipBodyProps & { hasPassage: boolean }) {
  const { sentence, summaryText, source, hasPassage, onShow } = props;
  const words = useGroundingWords();
  const { state, flags, person } = sentence;
  const text =
    person !== undefined
      ? words.yours[person.verdict]
      : state === 'not-checked' && hasPassage
        ? words.readPassage
        : words.state[state];
  const verdict = { key: state, verdict: state, text, place: null };
  // With these verdicts the flags only explain a doubt, so they are shown below the verdict.
  const isCalmed = !isDoubt(state) || person !== undefined;
  const found = describeFlags(flags, { summaryText, sourceText: source?.text ?? null, words }).map(
    (line, index) => (isWhole(flags[index], sentence) ? { ...line, text: words.state[state] } : line),
  );
  return (
    <>
      {(found.length === 0 || isCalmed ? [verdict] : found).map(({ key, place, ...line }) =>
        place === null ? (
          <p key={key} className="flex gap-2 font-medium wrap-anywhere">
            <VerdictIcon state={line.verdict} isYours={person !== undefined} />
            {line.text}
          </p>
        ) : (
          <button
            key={key}
            type="button"
            title={words.showPassage}
            onClick={() => onShow(place)}
            className={`${pressable} flex gap-2 font-medium`}
          >
            <VerdictIcon state={line.verdict} />
            <span className="min-w-0 flex-1">{line.text}</span>
            <Locate aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          </button>
        ),
      )}
      {isCalmed
        ? found.map(({ key, text: doubt }) => (
            <p key={key} className="ps-6 text-muted wrap-anywhere">
              {doubt}
            </p>
          ))
        : null}
    </>
  );
}

/** Whether a flag covers the whole sentence, which is then not quoted. */
function isWhole(flag: ShownFlag | undefined, { start, end }: ShownSentence): boolean {
  return flag?.kind === 'claim' && flag.start <= start && flag.end >= end;
}

/** Says who decided, and what each said if they differ. */
function Decision({ sentence, model }: { sentence: ShownSentence; model: string }) {
  const words = useGroundingWords();
  const by = decidedBy(sentence);
  const { opinion, person } = sentence;
  const told =
    by === 'split'
      ? words.disagree({
          model,
          rules: words.said[opinion?.rules ?? 'not-checked'],
          opinion: words.told[opinion?.state ?? 'undecided'],
        })
      : person === undefined
        ? words.checkedBy[by](model)
        : words.otherwise(words.checkedBy[by](model), words.said[person.otherwise]);
  const reason = quoteModel(opinion?.reason ?? '');
  return (
    <p data-testid="decided-by" className="mt-1 text-xs text-muted wrap-anywhere">
      {reason === '' ? told : words.because(told, isolate(reason))}
    </p>
  );
}

/** Isolates a text, so that its direction does not reorder the words around it. */
function isolate(text: string): string {
  return `\u{2068}${text}\u{2069}`;
}

interface PassagesProps {
  label: string;
  passages: readonly Passage[];
  source: SummarySource | null;
  onShow(passage: Passage): void;
}

function Passages({ label, passages, source, onShow }: PassagesProps) {
  const words = useGroundingWords();
  if (source === null || passages.length === 0) return null;
  return (
    <>
      <p className="mt-2 text-xs text-muted">{label}</p>
      {passages.map((passage) => (
        <button
          key={passage.start}
          type="button"
          dir="auto"
          lang={source.language ?? undefined}
          title={words.showPassage}
          onClick={() => onShow(passage)}
          className={`${pressable} mt-0.5 block`}
        >
          <span className="block border-s-2 border-edge/60 ps-2.5">
            {quotePassage(source.text.slice(passage.start, passage.end))}
          </span>
        </button>
      ))}
    </>
  );
}

/** Lets the user overrule the verdict on the sentence, and withdraw that. */
function PersonActions({ sentence, check }: { sentence: ShownSentence; check: Check }) {
  const words = useGroundingWords();
  const { start, end, person } = sentence;
  if (check.problem?.task === 'verdict') return <CheckFailure problem={check.problem} />;
  const choices = person === undefined ? (['right', 'wrong'] as const) : (['undo'] as const);
  return (
    <div className="-ms-2.5 flex flex-wrap items-center gap-x-1">
      {choices.map((choice) => (
        <Button
          key={choice}
          look="quiet"
          disabled={check.busy !== null}
          onClick={() => check.say({ start, end }, choice === 'undo' ? null : choice)}
          className="h-7! px-2.5! text-xs! pointer-coarse:h-11!"
        >
          {words.say[choice]}
        </Button>
      ))}
    </div>
  );
}

interface TipActionsProps {
  /** The number of sentences that a correction would change. It is 0 if this sentence is in no conflict. */
  fixes: number;
  isChecked: boolean;
}

/** Offers what can be done about a doubtful sentence. Both actions apply to the whole summary. */
function TipActions({ fixes, isChecked }: TipActionsProps) {
  const words = useGroundingWords();
  const check = useLoadedCheck();
  if (check === null || (check.state === null && check.problem === null)) return null;
  const { busy, problem } = check;
  const label = isChecked ? words.checkAgain : words.checkWithModel;
  return (
    <div className="empty:hidden">
      {busy !== null ? (
        <CheckProgress check={check} />
      ) : problem !== null && problem.task !== 'undo' && problem.task !== 'verdict' ? (
        <CheckFailure problem={problem} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {fixes === 0 ? null : <CheckAction check={check} task="repair" label={words.fix(fixes)} />}
          {fixes > 0 && check.state?.canCheck === false ? null : (
            <CheckAction check={check} task="check" label={label} />
          )}
        </div>
      )}
    </div>
  );
}
