import { Check } from 'lucide-react';
import type { RunId } from '#schema/ids.ts';
import { type DetailLevel, detailLevels } from '#schema/language.ts';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { LanguagePicker } from '#web/controls/languages/language-picker.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryButton } from './actions/summary-button.tsx';
import type { PanelControls, PanelKeys } from './actions/use-panel-actions.ts';
import { ClearMenu } from './clear-menu.tsx';
import type { PanelView } from './panel-view.ts';
import { ReceiptMenu } from './receipt-menu.tsx';
import { SummaryOfMenu } from './summary-of-menu.tsx';
import type { EntryPanel } from './use-entry-panel.ts';

interface PanelToolbarProps {
  /** Of the article. */
  title: string;
  panel: EntryPanel;
  controls: PanelControls;
  keys: PanelKeys;
  /** The handle of a sheet has the first button. */
  isInSheet?: boolean;
}

export function PanelToolbar({ title, panel, controls, keys, isInSheet = false }: PanelToolbarProps) {
  const { panel: words } = useStrings();
  const { state, view } = panel;
  const { actions, auto, copied } = controls;
  const copyLabel = copied ? words.copied : words.copy;

  return (
    <div
      role="toolbar"
      aria-label={words.heading}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-1 @[44rem]:flex-nowrap @[50rem]:gap-1.5"
    >
      <LanguagePicker
        label={words.targetLanguage}
        value={view.choice.targetLanguage}
        shortcut={keys.language}
        selectRef={controls.languageRef}
        onChoose={(targetLanguage) => panel.choose({ targetLanguage })}
        className="max-w-36 min-w-24 flex-1 grow-9 max-sm:max-w-none @[60rem]:flex-none"
      />
      <Segmented<DetailLevel>
        label={words.detailLevel}
        shortcut={keys.detail}
        value={view.choice.detailLevel}
        onChoose={(detailLevel) => panel.choose({ detailLevel })}
        options={detailLevels.map((level) => ({
          value: level,
          label: words.detail[level],
          shown: (
            <>
              <span className="@3xl:hidden">{words.detailInitial[level]}</span>
              <span className="hidden @3xl:inline">{words.detail[level]}</span>
            </>
          ),
        }))}
      />
      {isInSheet ? null : <SummaryButton controls={controls} keys={keys} />}
      <SummaryOfMenu panel={panel} />
      {/* If they do not fit in one row, these form the second. */}
      <div className="flex flex-1 basis-full items-center gap-1 @[44rem]:shrink-0 @[44rem]:basis-auto">
        <Button
          look="quiet"
          disabled={actions.abort === null}
          onClick={actions.abort ?? undefined}
          {...keyHint(words.abort, keys.abort)}
          className="px-2"
        >
          {words.abort}
        </Button>
        <Button
          look="quiet"
          disabled={actions.copy === null}
          onClick={actions.copy ?? undefined}
          aria-label={copyLabel}
          {...keyHint(copyLabel, keys.copy)}
          className="px-2"
        >
          {/* Both in one place, so that the row does not move. */}
          <span aria-hidden className="grid">
            <span className={`[grid-area:1/1] ${copied ? 'invisible' : ''}`}>{words.copy}</span>
            <span className={`[grid-area:1/1] ${copied ? '' : 'invisible'}`}>
              <Check className="mx-auto size-4 text-accent" />
            </span>
          </span>
        </Button>
        <ReceiptMenu
          runId={receiptOf(view)}
          title={title}
          onCopy={controls.copyText}
          onFailed={controls.setFailure}
        />
        <output className="sr-only">{copied ? words.copied : ''}</output>
        <ClearMenu
          hasShown={view.shown !== null}
          hasAny={(state.stored?.length ?? 0) > 0}
          onClear={(what) => void panel.clear(what).catch(controls.setFailure)}
        />
        <label className="ms-auto flex shrink-0 cursor-pointer items-center gap-1.5 text-[0.8125rem] pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={auto.isOn}
            onChange={(event) => auto.setOn(event.target.checked)}
            aria-label={words.auto}
            title={words.auto}
            className="size-4 cursor-pointer accent-accent"
          />
          {/* In full, except where everything is in one narrow row. */}
          <span aria-hidden className="hidden @[44rem]:inline @[56rem]:hidden">
            {words.autoShort}
          </span>
          <span aria-hidden className="@[44rem]:hidden @[56rem]:inline">
            {words.auto}
          </span>
        </label>
      </div>
    </div>
  );
}

/** A receipt is about the stored summary, not about one that is still being written. */
function receiptOf({ shown, run, starting }: PanelView): RunId | null {
  if (shown === null || shown.summary.grounding === null || run !== null || starting) return null;
  return shown.summary.runId;
}
