import { Check, Copy, Square } from 'lucide-react';
import { type DetailLevel, detailLevels, targetLanguages } from '#schema/language.ts';
import { Button } from '#web/controls/button.tsx';
import { ownLanguageName } from '#web/controls/language-name.ts';
import { Picker } from '#web/controls/picker.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useCopy } from './use-copy.ts';
import type { useSummaryChoice } from './use-summary-choice.ts';

interface PanelToolbarProps {
  chooser: ReturnType<typeof useSummaryChoice>;
  canStart: boolean;
  running: boolean;
  stopping: boolean;
  /** What Copy takes; null when there is nothing. */
  text: string | null;
  onStart(): void;
  onAbort(): void;
  onCopyFailed(): void;
}

export function PanelToolbar(props: PanelToolbarProps) {
  const { chooser, canStart, running, stopping, text, onStart, onAbort, onCopyFailed } = props;
  const { choice, chooseLanguage, chooseDetail } = chooser;
  const { panel } = useStrings();
  const { copied, copy } = useCopy(onCopyFailed);

  return (
    <div role="toolbar" aria-label={panel.heading} className="flex items-center gap-1.5 @lg:gap-2">
      <Picker
        label={panel.targetLanguage}
        value={choice.targetLanguage}
        options={languageOptions(choice.targetLanguage)}
        onChoose={chooseLanguage}
        className="max-w-44 flex-1 @lg:flex-none"
      />
      <Segmented<DetailLevel>
        label={panel.detailLevel}
        value={choice.detailLevel}
        onChoose={chooseDetail}
        options={detailLevels.map((level) => ({
          value: level,
          label: panel.detail[level],
          shown: (
            <>
              <span className="@xl:hidden">{panel.detailInitial[level]}</span>
              <span className="hidden @xl:inline">{panel.detail[level]}</span>
            </>
          ),
        }))}
      />
      <Button look="primary" disabled={!canStart || running} onClick={onStart}>
        {panel.summary}
      </Button>
      <Button
        look="quiet"
        disabled={!running || stopping}
        onClick={onAbort}
        aria-label={panel.abort}
        title={panel.abort}
        className="max-@lg:px-2"
      >
        <Square aria-hidden className="size-3.5" />
        <span className="hidden @lg:inline">{panel.abort}</span>
      </Button>
      <Button
        look="quiet"
        disabled={text === null}
        onClick={() => void copy(text ?? '')}
        aria-label={copied ? panel.copied : panel.copy}
        title={panel.copy}
        className="max-@lg:px-2"
      >
        {copied ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
        {/* Both words lie on one another, so that the button keeps its width. */}
        <span className="hidden @lg:inline-grid">
          <span className={`[grid-area:1/1] ${copied ? 'invisible' : ''}`}>{panel.copy}</span>
          <span className={`[grid-area:1/1] ${copied ? '' : 'invisible'}`}>{panel.copied}</span>
        </span>
      </Button>
      <output className="sr-only">{copied ? panel.copied : ''}</output>
    </div>
  );
}

function languageOptions(current: string): { value: string; label: string; lang: string }[] {
  const listed: string[] = targetLanguages.map(({ code }) => code);
  const codes = listed.includes(current) ? listed : [current, ...listed];
  return codes.map((code) => ({ value: code, label: ownLanguageName(code), lang: code }));
}
