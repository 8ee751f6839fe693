import { Tooltip } from 'radix-ui';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { modelName } from '#web/controls/model-name.ts';
import { keyOf } from '#web/reader/keys/shortcuts.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { AddModelLink } from './add-model-link.tsx';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationStatusProps {
  translation: ArticleTranslation;
  onNextNote(): void;
}

/** Who translated, what needs a look, and how much is missing. */
export function TranslationStatus({ translation, onNextNote }: TranslationStatusProps) {
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
  // Where a run has failed, Retry does the same.
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

/** Model, time and cost; tokens are in the run's details. */
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
