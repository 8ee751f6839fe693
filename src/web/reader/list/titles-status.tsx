import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { AddModelLink } from '#web/reader/translation/add-model-link.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { TitlesState } from './use-titles.ts';

/** Whether titles are being translated, or why they could not be. */
export function TitlesStatus({ titles }: { titles: TitlesState }) {
  const { translation, panel, problem: words } = useStrings();
  const { isRunning, problem, abort, start, dismiss } = titles;
  return (
    <>
      <output className="block">
        {isRunning ? (
          <span className="flex items-center gap-2 text-xs text-muted">
            <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
            <span className="flex-1">{translation.titles.translating}</span>
            <Button look="quiet" onClick={abort} className="-my-1">
              {panel.abort}
            </Button>
          </span>
        ) : null}
      </output>
      {problem === null ? null : (
        <ProblemNotice problem={problem}>
          {problem.code === 'model_cannot_translate' ? (
            <AddModelLink />
          ) : (
            <Button onClick={() => void start()}>{words.retry}</Button>
          )}
          <Button look="quiet" onClick={dismiss}>
            {words.dismiss}
          </Button>
        </ProblemNotice>
      )}
    </>
  );
}
