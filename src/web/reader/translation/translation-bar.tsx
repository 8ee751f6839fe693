import { ChevronDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { type TranslationLayout, translationLayouts } from '#schema/app-session.ts';
import type { EntryHead } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { useKeptFocus } from '#web/controls/layout/use-kept-focus.ts';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ClearedNote } from '#web/summary-panel/notes/cleared-note.tsx';
import { DetailsLink } from '#web/summary-panel/notes/outcome-notice.tsx';
import { headWidth } from './head-width.ts';
import { LanguageMenu } from './language-menu.tsx';
import { TranslationMenu } from './translation-menu.tsx';
import { TranslationProgress } from './translation-progress.tsx';
import { TranslationStatus } from './translation-status.tsx';
import type { TranslateAction } from './use-translate-action.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationBarProps {
  head: EntryHead;
  translation: ArticleTranslation;
  action: TranslateAction;
  /** Takes the focus where nothing in the bar can. */
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** As shown; a narrow article has no room for `beside`. */
  layout: TranslationLayout;
  hasRoomBeside: boolean;
  /** Goes to the next paragraph that a rule has marked. */
  onNextNote(): void;
}

/** Above a translated article: language, layout, progress, and what can be done with the translation. */
export function TranslationBar(props: TranslationBarProps) {
  const { head, translation, action, buttonRef, layout, hasRoomBeside, onNextNote } = props;
  const { translation: words, panel, problem: problemWords } = useStrings();
  const [failure, setFailure] = useState<'copy' | Error | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const focus = useKeptFocus<HTMLElement>(buttonRef);
  const { isShown, isRunning, problem, undoId, ended, translated, total, language } = translation;
  if (!isShown && undoId === null && !isRunning) return null;
  return (
    // The progress stays in sight throughout the article, so the section must not limit it to its own box.
    <section {...focus} aria-label={words.heading} className="contents">
      {isShown ? (
        <div
          className={`${headWidth} border-t border-line pt-1.5 ${isRunning ? '' : 'mb-7 border-b pb-1.5'}`}
        >
          <div role="toolbar" aria-label={words.heading} className="flex flex-wrap items-center gap-1.5">
            <LanguageMenu translation={translation} action={action} isOpen={isChoosing} onOpen={setChoosing}>
              <Button
                aria-label={`${panel.targetLanguage}: ${ownLanguageName(language)}`}
                title={panel.targetLanguage}
                className="max-w-40 min-w-24 shrink! justify-between! pe-2!"
              >
                <span lang={language} className="truncate font-normal">
                  {ownLanguageName(language)}
                </span>
                <ChevronDown aria-hidden className="size-3.5 text-muted" />
              </Button>
            </LanguageMenu>
            <Segmented<TranslationLayout>
              label={words.layout}
              value={layout}
              onChoose={translation.chooseLayout}
              options={translationLayouts.map((name) => ({
                value: name,
                label: words.layouts[name],
                unavailable: name === 'beside' && !hasRoomBeside ? words.noRoom : undefined,
              }))}
            />
            <TranslationMenu head={head} translation={translation} onFailed={setFailure} />
          </div>
          {isRunning ? null : <TranslationStatus translation={translation} onNextNote={onNextNote} />}
        </div>
      ) : null}
      {isRunning ? <TranslationProgress translation={translation} /> : null}
      <output className="sr-only">
        {ended === null || isRunning ? '' : words.ended[ended](translated, total)}
      </output>
      <div className={`${headWidth} space-y-3 not-empty:mb-7`}>
        {undoId === null ? null : (
          <ClearedNote
            onUndo={() => void translation.undoClear().catch((error: Error) => setFailure(error))}
          />
        )}
        {failure === 'copy' ? (
          <p role="alert">{panel.copyFailed}</p>
        ) : failure === null ? null : (
          <ErrorNotice error={failure} />
        )}
        {isShown && problem !== null ? (
          <ProblemNotice problem={problem} note={translated > 0 ? words.kept : null}>
            <Button data-takes-focus onClick={() => void translation.start()}>
              {problemWords.retry}
            </Button>
            {problem.runId === null ? null : <DetailsLink runId={problem.runId} />}
            <Button look="quiet" onClick={translation.dismiss}>
              {problemWords.dismiss}
            </Button>
          </ProblemNotice>
        ) : null}
      </div>
    </section>
  );
}
