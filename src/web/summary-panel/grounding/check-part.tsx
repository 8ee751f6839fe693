import { Popover } from 'radix-ui';
import { type Grounding, groundingStates } from '#schema/runs/grounding.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { describeFlags } from './findings.ts';
import { useGroundingWords } from './grounding-words.ts';
import { showSentences } from './shown-flags.ts';
import { VerdictIcon } from './verdict-icon.tsx';

interface CheckPartProps {
  grounding: Grounding;
  summaryText: string;
  /** Null if the checked text is not available. */
  sourceText: string | null;
  /** The article has changed since the check. */
  isChanged: boolean;
}

const inks = { supported: '', contradicted: 'text-danger', 'not-found': 'text-caution', undecided: '' };

/** The check of a whole summary in one line; expands on click. */
export function CheckPart(props: CheckPartProps) {
  const words = useGroundingWords();
  const { separator } = useStrings();
  const { length } = props.grounding.sentences;
  const parts = tally(props).map(({ state, sentences }) => ({
    state,
    text: words.line[state](sentences.length, length),
  }));
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`${words.check}: ${parts.map(({ text }) => text).join(separator)}`}
        className="min-w-0 cursor-pointer rounded-sm text-start whitespace-normal hover:text-ink hover:underline"
      >
        <span data-part="grounding">
          {parts.map(({ state, text }, index) => (
            // If it does not fit in one line, it breaks between two verdicts, after the separator.
            <span key={state} className="inline-block whitespace-pre">
              <span data-state={state} className={inks[state]}>
                {text}
              </span>
              {index === parts.length - 1 ? '' : separator}
            </span>
          ))}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={words.check}
          className="z-50 max-h-[min(22rem,50vh)] w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 text-ink shadow-lg outline-none"
        >
          <CheckDetails {...props} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function CheckDetails(props: CheckPartProps) {
  const { summaryText, sourceText, isChanged } = props;
  const words = useGroundingWords();
  return (
    <>
      <p className="mb-1 text-xs text-muted">{words.check}</p>
      <div className="space-y-1">
        {tally(props).map(({ state, sentences }) => (
          <div key={state} className="flex gap-2">
            <VerdictIcon state={state} />
            <div className="min-w-0">
              <p>{words.counts[state](sentences.length)}</p>
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
            </div>
          </div>
        ))}
      </div>
      {isChanged ? <p className="mt-1.5 text-muted">{words.changedSince}</p> : null}
    </>
  );
}

/** The sentences by verdict, without empty verdicts. */
function tally({ grounding, summaryText }: Pick<CheckPartProps, 'grounding' | 'summaryText'>) {
  const sentences = showSentences(grounding, summaryText);
  return groundingStates
    .map((state) => ({ state, sentences: sentences.filter((sentence) => sentence.state === state) }))
    .filter((group) => group.sentences.length > 0);
}
