import { Square } from 'lucide-react';
import { Button } from '#web/controls/button.tsx';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { headWidth } from './head-width.ts';
import type { ArticleTranslation } from './use-translation.ts';

/** What the run is doing, and Abort. It stays in sight while the article scrolls or the translation is hidden. */
export function TranslationProgress({ translation }: { translation: ArticleTranslation }) {
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
