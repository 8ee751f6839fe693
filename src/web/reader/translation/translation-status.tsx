import { Tooltip } from 'radix-ui';
import { Button } from '#web/controls/button.tsx';
import { ownLanguageName } from '#web/controls/language-name.ts';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { AddModelLink } from './add-model-link.tsx';
import type { ArticleTranslation } from './use-translation.ts';

/** What the run is doing, or who translated; and how much is missing. */
export function TranslationStatus({ translation }: { translation: ArticleTranslation }) {
  const strings = useStrings();
  const { translation: words } = strings;
  const { known, isRunning, hasAny, isInLanguage, language, translated, total, problem } = translation;
  if (known === null && !isRunning) return null;
  if (isRunning) {
    return (
      <p className="numeric mt-1 flex min-h-6 min-w-0 items-center gap-2 text-xs leading-5 text-muted">
        <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
        <span className="truncate" data-testid="translation-progress">
          {describeDoing(translation, strings)}
        </span>
      </p>
    );
  }
  if (known?.canTranslate === false && !hasAny) {
    return (
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {words.cannot} <AddModelLink />
      </div>
    );
  }
  // A failure before the first paragraph has its own notice.
  const isMissing =
    translated < total &&
    (hasAny || !isInLanguage) &&
    known?.canTranslate === true &&
    (translated > 0 || problem === null);
  return (
    <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-xs leading-5 text-muted">
      {hasAny ? <MadeLine translation={translation} /> : null}
      {!hasAny && isInLanguage ? (
        <>
          <span>{words.sameLanguage(ownLanguageName(language))}</span>
          <Button onClick={() => void translation.start({ anyway: true })}>{words.anyway}</Button>
        </>
      ) : null}
      {isMissing ? (
        <>
          <span className="numeric">
            {hasAny ? words.partly(translated, total) : words.notYet(ownLanguageName(language))}
          </span>
          <Button look={hasAny ? 'plain' : 'primary'} onClick={() => void translation.start()}>
            {hasAny ? words.rest : words.translate}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function describeDoing({ isStopping, followed, translated, total }: ArticleTranslation, strings: Strings) {
  const { translation: words, panel } = strings;
  if (isStopping) return panel.aborting;
  if (followed === null) return panel.starting;
  if (followed.status === 'queued') return panel.queued;
  const { failure, model, progress } = followed;
  if (failure !== null && model !== null && followed.paragraphs.size === 0)
    return panel.fallingBack(
      modelName(failure, strings) ?? failure.modelProfileId,
      modelName(model, strings) ?? model.model,
    );
  return progress?.phase === 'translating'
    ? words.progress(progress.done, progress.total)
    : words.progress(translated, total);
}

/** Model and time; tokens are in the run's details, cost appears on hover and focus. */
function MadeLine({ translation: { known, marked } }: { translation: ArticleTranslation }) {
  const strings = useStrings();
  const formats = useFormats();
  const { translation: words, panel, separator, none } = strings;
  const maker = known?.maker ?? null;
  if (maker === null) return null;
  const { costUsd, durationMs, finishedAt } = maker;
  const parts = [
    modelName(maker, strings) ?? none,
    finishedAt === null ? null : formats.time(finishedAt),
    durationMs === null ? null : formats.duration(durationMs),
    costUsd === null ? null : formats.cost(costUsd),
  ].filter((part) => part !== null);
  const cautions = [
    ...(marked === 0 ? [] : [words.marked(marked)]),
    ...(known?.templateChanged === true ? [panel.stale.template] : []),
  ];
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        data-testid="translation-made"
        className="numeric min-w-0 cursor-default truncate rounded-sm text-start"
      >
        {/* A narrow screen truncates the line, so what needs attention comes first. */}
        {cautions.map((caution) => (
          <span key={caution} className="text-caution">
            {`${caution}${separator}`}
          </span>
        ))}
        {parts.join(separator)}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-xs rounded-md border border-line bg-surface px-3 py-2 text-xs leading-5 text-ink shadow-lg"
        >
          <p>{costUsd === null ? panel.costUnknown : words.cost(formats.cost(costUsd))}</p>
          {marked === 0 ? null : <p>{words.markedNote}</p>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
