import { ChevronDown, Square } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { type RefObject, useState } from 'react';
import { type TranslationLayout, translationLayouts } from '#schema/app-session.ts';
import type { EntryHead } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { useKeptFocus } from '#web/controls/focus/keep-focus.ts';
import { keyHint } from '#web/controls/keys.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { modelName } from '#web/controls/model-name.ts';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { headWidth } from '#web/reader/article/article-head.tsx';
import { keyOf } from '#web/reader/shortcuts.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { ClearedNote, DetailsLink } from '#web/summary-panel/outcome-notice.tsx';
import { AddModelLink } from './add-model-link.tsx';
import { LanguageMenu } from './translate-button.tsx';
import { TranslationMenu } from './translation-menu.tsx';
import type { TranslateAction } from './use-translate-action.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationBarProps {
  head: EntryHead;
  translation: ArticleTranslation;
  action: TranslateAction;
  /** The button that takes the focus when nothing in the bar can. */
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** The layout as it is shown. A narrow article has no room for `beside`. */
  layout: TranslationLayout;
  hasRoomBeside: boolean;
  /** Goes to the next paragraph that a rule has marked. */
  onNextNote(): void;
}

/** Shows the language, layout and progress of a translation above the article, and what can be done with it. */
export function TranslationBar(props: TranslationBarProps) {
  const { head, translation, action, buttonRef, layout, hasRoomBeside, onNextNote } = props;
  const { translation: words, panel, problem: problemWords } = useStrings();
  const [failure, setFailure] = useState<'copy' | Error | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const focus = useKeptFocus<HTMLElement>(buttonRef);
  const { isShown, isRunning, problem, undoId, ended, translated, total, language } = translation;
  if (!isShown && undoId === null && !isRunning) return null;
  return (
    // The section must not limit the progress to its own box, because the progress stays in sight throughout the
    // article.
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

/**
 * Says what the run is doing, and offers to abort it. It stays in sight while the article scrolls or the translation
 * is hidden.
 */
function TranslationProgress({ translation }: { translation: ArticleTranslation }) {
  const strings = useStrings();
  const { isStopping, abort } = translation;
  return (
    <div
      className={`numeric sticky top-11 z-10 pointer-coarse:top-14 mb-7 flex items-center gap-2 border-b border-line bg-surface py-1 text-xs leading-5 text-muted ${headWidth}`}
    >
      <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
      <span className="min-w-0 flex-1" data-testid="translation-progress">
        {describeDoing(translation, strings)}
      </span>
      {/* A disabled button would lose the focus. */}
      <Button
        data-takes-focus
        look="quiet"
        aria-disabled={isStopping}
        onClick={isStopping ? undefined : abort}
        className={isStopping ? 'text-muted/70!' : ''}
      >
        <Square aria-hidden className="size-3.5" />
        {strings.panel.abort}
      </Button>
    </div>
  );
}

function describeDoing({ isStopping, followed, progress }: ArticleTranslation, strings: Strings): string {
  const { translation: words, panel } = strings;
  if (isStopping) return panel.aborting;
  if (followed === null) return panel.starting;
  if (followed.status === 'queued') return panel.queued;
  const { failure, model } = followed;
  if (failure !== null && model !== null && followed.paragraphs.size === 0)
    return panel.fallingBack(
      modelName(failure, strings) ?? failure.modelProfileId,
      modelName(model, strings) ?? model.model,
    );
  return words.progress(progress.done, progress.total);
}

interface TranslationStatusProps {
  translation: ArticleTranslation;
  onNextNote(): void;
}

/** Says which model translated, which paragraphs need a look and how many are missing. */
function TranslationStatus({ translation, onNextNote }: TranslationStatusProps) {
  const { translation: words } = useStrings();
  const { known, hasAny, isInLanguage, language, translated, total, isComplete, marked, problem } =
    translation;
  if (known === null) return null;
  if (!known.canTranslate && !hasAny) {
    return (
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {words.cannot} <AddModelLink />
      </div>
    );
  }
  // After a failed run, Retry translates the missing paragraphs.
  const isMissing = !isComplete && (hasAny || !isInLanguage) && known.canTranslate && problem === null;
  return (
    <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-xs leading-5 text-muted">
      {hasAny && marked > 0 ? (
        <button
          type="button"
          data-testid="translation-marked"
          {...keyHint(words.nextMark, keyOf('nextMark'))}
          onClick={onNextNote}
          className="min-h-6 cursor-pointer rounded-sm text-caution underline decoration-dotted underline-offset-[0.2em] hover:decoration-solid"
        >
          {words.marked(marked)}
        </button>
      ) : null}
      {hasAny ? <MadeLine translation={translation} /> : null}
      {!hasAny && isInLanguage ? (
        <>
          <span>{words.sameLanguage(ownLanguageName(language))}</span>
          <Button onClick={() => void translation.start({ anyway: true })}>{words.anyway}</Button>
        </>
      ) : null}
      {hasAny && translated < total ? (
        <span className="numeric">{words.partly(translated, total)}</span>
      ) : null}
      {isMissing ? (
        <>
          {hasAny ? null : <span>{words.notYet(ownLanguageName(language))}</span>}
          <Button
            data-takes-focus
            look={hasAny ? 'plain' : 'primary'}
            onClick={() => void translation.start()}
          >
            {hasAny ? words.rest : words.translate}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** Shows the model, the time and the cost. The tokens are in the run's details. */
function MadeLine({ translation: { known, marked } }: { translation: ArticleTranslation }) {
  const strings = useStrings();
  const formats = useFormats();
  const { translation: words, panel, separator, none } = strings;
  const maker = known?.maker ?? null;
  if (maker === null) return null;
  const { costUsd, isCostComplete, durationMs, finishedAt } = maker;
  const cost = costUsd === null ? null : formats.cost(costUsd);
  const unknown = isCostComplete ? null : words.costUnknown;
  const parts = [
    modelName(maker, strings) ?? none,
    finishedAt === null ? null : formats.time(finishedAt),
    durationMs === null ? null : formats.duration(durationMs),
    cost === null || isCostComplete ? (cost ?? unknown) : words.costAtLeast(cost),
  ].filter((part) => part !== null);
  return (
    <Tooltip.Provider delayDuration={300}>
      <Tooltip.Root>
        <Tooltip.Trigger
          data-testid="translation-made"
          className="numeric min-w-0 cursor-default rounded-sm text-start wrap-anywhere"
        >
          {known?.templateChanged === true ? (
            <span className="text-caution">{`${panel.stale.template}${separator}`}</span>
          ) : null}
          {parts.join(separator)}
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-xs rounded-md border border-line bg-surface px-3 py-2 text-xs leading-5 text-ink shadow-lg"
          >
            {cost === null ? null : <p>{words.cost(cost)}</p>}
            {isCostComplete ? cost === null ? <p>{panel.costUnknown}</p> : null : <p>{words.costAborted}</p>}
            {marked === 0 ? null : <p>{words.markedNote}</p>}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
