import { Popover } from 'radix-ui';
import { countGrounding, type Grounding, groundingStates } from '#schema/grounding.ts';
import { doubtsOf } from './doubts.ts';
import { useGroundingWords } from './grounding-words.ts';
import { bareDetail } from './quote-passage.ts';

interface CheckPartProps {
  grounding: Grounding;
  summaryText: string;
  /** The article is no longer the one that was checked. */
  isChanged: boolean;
}

/** The check of a whole summary in a few words; all of it when pressed. */
export function CheckPart({ grounding, summaryText, isChanged }: CheckPartProps) {
  const words = useGroundingWords();
  const counts = countGrounding(grounding);
  const line = words.line(counts);
  const doubts = counts.flags === 0 ? null : words.doubts(doubtsOf(grounding));
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`${words.check}: ${[line, doubts].filter((part) => part !== null).join(words.and)}`}
        className="min-w-0 shrink-0 cursor-pointer rounded-sm hover:text-ink hover:underline -outline-offset-2"
      >
        <span data-part="grounding">
          {line}
          {doubts === null ? null : (
            <>
              {words.and}
              <span className="text-caution">{doubts}</span>
            </>
          )}
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
          <CheckDetails grounding={grounding} summaryText={summaryText} isChanged={isChanged} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function CheckDetails({ grounding, summaryText, isChanged }: CheckPartProps) {
  const words = useGroundingWords();
  const flags = grounding.sentences.flatMap((sentence) => sentence.flags);
  return (
    <>
      <p className="mb-1 text-xs text-muted">{words.check}</p>
      {groundingStates.map((state) => {
        const count = grounding.sentences.filter((sentence) => sentence.state === state).length;
        return count === 0 ? null : <p key={state}>{words.counts[state](count)}</p>;
      })}
      {flags.length === 0 ? null : (
        <ul className="mt-0.5 list-disc space-y-0.5 ps-5 marker:text-caution">
          {flags.map(({ reason, start, end }) => (
            <li key={`${start} ${end} ${reason}`} className="wrap-anywhere">
              {words.flag(reason, bareDetail(summaryText.slice(start, end)))}
            </li>
          ))}
        </ul>
      )}
      {isChanged ? <p className="mt-1.5 text-muted">{words.changedSince}</p> : null}
    </>
  );
}
