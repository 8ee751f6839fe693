import { Square } from 'lucide-react';
import { useState } from 'react';
import { type TranslationLayout, translationLayouts } from '#schema/app-session.ts';
import type { EntryHead } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { LanguagePicker } from '#web/controls/language-picker.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ClearedNote } from '#web/summary-panel/notes/cleared-note.tsx';
import { DetailsLink } from '#web/summary-panel/notes/outcome-notice.tsx';
import { TranslationMenu } from './translation-menu.tsx';
import { TranslationStatus } from './translation-status.tsx';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationBarProps {
  head: EntryHead;
  translation: ArticleTranslation;
  /** As shown; a narrow article has no room for `beside`. */
  layout: TranslationLayout;
  hasRoomBeside: boolean;
}

/** Above a translated article: language, layout, progress, and what can be done with the translation. */
export function TranslationBar({ head, translation, layout, hasRoomBeside }: TranslationBarProps) {
  const { translation: words, panel, problem: problemWords } = useStrings();
  const [failure, setFailure] = useState<'copy' | Error | null>(null);
  const { isShown, isRunning, isStopping, problem, undoId, hasEnded, translated, total } = translation;
  if (!isShown && undoId === null) return null;
  const layouts = translationLayouts.filter((name) => name !== 'beside' || hasRoomBeside);
  return (
    <section aria-label={words.heading} className="mb-7 space-y-3">
      {isShown ? (
        <div className="@container border-y border-line py-1.5">
          <div role="toolbar" aria-label={words.heading} className="flex flex-wrap items-center gap-1.5">
            <LanguagePicker
              label={panel.targetLanguage}
              value={translation.language}
              onChoose={translation.chooseLanguage}
              className="max-w-40 min-w-24 flex-1"
            />
            <Segmented<TranslationLayout>
              label={words.layout}
              value={layout}
              onChoose={translation.chooseLayout}
              options={layouts.map((name) => ({ value: name, label: words.layouts[name] }))}
            />
            <span className="ms-auto flex items-center">
              {isRunning ? (
                <Button look="quiet" disabled={isStopping} onClick={translation.abort}>
                  <Square aria-hidden className="size-3.5" />
                  {panel.abort}
                </Button>
              ) : null}
              <TranslationMenu head={head} translation={translation} onFailed={setFailure} />
            </span>
          </div>
          <TranslationStatus translation={translation} />
        </div>
      ) : null}
      <output className="sr-only">{hasEnded && !isRunning ? words.ended(translated, total) : ''}</output>
      {undoId === null ? null : (
        <ClearedNote onUndo={() => void translation.undoClear().catch((error: Error) => setFailure(error))} />
      )}
      {failure === 'copy' ? <p role="alert">{panel.copyFailed}</p> : <ErrorNotice error={failure} />}
      {isShown && problem !== null ? (
        <ProblemNotice problem={problem} note={translated > 0 ? words.kept : null}>
          <Button onClick={() => void translation.start()}>{problemWords.retry}</Button>
          {problem.runId === null ? null : <DetailsLink runId={problem.runId} />}
          <Button look="quiet" onClick={translation.dismiss}>
            {problemWords.dismiss}
          </Button>
        </ProblemNotice>
      ) : null}
    </section>
  );
}
