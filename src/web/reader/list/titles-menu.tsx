import { Languages } from 'lucide-react';
import { Button } from '#web/controls/button.tsx';
import { ownLanguageName } from '#web/controls/language-name.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { AddModelLink } from '#web/reader/translation/add-model-link.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { TitlesState } from './use-titles.ts';

/** The list's “…” menu. */
export function TitlesMenu({ titles }: { titles: TitlesState }) {
  const { titles: words } = useStrings().translation;
  const { isShown, isRunning, isEmpty, start, show } = titles;
  return (
    <MoreMenu label={words.menu} isModal={false} className="-me-1">
      <MenuItem disabled={isRunning || isEmpty} onSelect={() => void start()}>
        <Languages aria-hidden className="size-4 text-muted" />
        {words.translate(ownLanguageName(titles.titles.language))}
      </MenuItem>
      <MenuItem onSelect={() => show(!isShown)}>{isShown ? words.hide : words.show}</MenuItem>
    </MoreMenu>
  );
}

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
          {problem.code === 'model_not_configured' ? (
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
