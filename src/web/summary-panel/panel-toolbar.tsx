import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { RunId } from '#schema/ids.ts';
import { type DetailLevel, detailLevels } from '#schema/language.ts';
import { type ReceiptFormat, receiptFormats } from '#schema/runs/receipt.ts';
import { summarizedTexts } from '#schema/runs/summary.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { keyHint } from '#web/controls/keys.ts';
import { LanguagePicker } from '#web/controls/languages/language-picker.tsx';
import { MenuItem, menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/more-menu.tsx';
import { useInterfaceLanguage, useStrings } from '#web/strings/strings-provider.tsx';
import { type PanelControls, type PanelKeys, SummaryButton } from './panel-actions.tsx';
import type { PanelView } from './panel-view.ts';
import type { EntryPanel } from './use-entry-panel.ts';

interface PanelToolbarProps {
  /** The title of the article. */
  title: string;
  panel: EntryPanel;
  controls: PanelControls;
  keys: PanelKeys;
  /** Whether the toolbar is in a sheet, whose handle has the first button. */
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
      {/* If the controls do not fit in one row, these form the second row. */}
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
          {/* Both labels are in one place, so that the row does not move. */}
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
          {/* The label is shown in full, except where everything is in one narrow row. */}
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

/** Returns the run of the stored summary. There is no receipt for a summary that is still being written. */
function receiptOf({ shown, run, starting }: PanelView): RunId | null {
  if (shown === null || shown.summary.grounding === null || run !== null || starting) return null;
  return shown.summary.runId;
}

interface ClearMenuProps {
  hasShown: boolean;
  hasAny: boolean;
  onClear(what: 'shown' | 'all'): void;
}

function ClearMenu({ hasShown, hasAny, onClear }: ClearMenuProps) {
  const { panel } = useStrings();
  return (
    // With a modal menu, Tab could still reach the content behind it.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" disabled={!hasAny} className="gap-1! px-2">
          {panel.clear}
          <ChevronDown aria-hidden className="size-3 text-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={menuClass}
        >
          <MenuItem disabled={!hasShown} onSelect={() => onClear('shown')}>
            {panel.clearThis}
          </MenuItem>
          <MenuItem onSelect={() => onClear('all')}>{panel.clearAll}</MenuItem>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Chooses between the article and its translation, if there is one in the target language. */
function SummaryOfMenu({ panel }: { panel: EntryPanel }) {
  const { summaryOf: words } = useStrings().translation;
  const { choice } = panel.view;
  const { targetLanguage } = choice;
  if (choice.of === undefined && !panel.translatedInto.includes(targetLanguage)) return null;
  const isPartial = !panel.completeIn.includes(targetLanguage);
  return (
    // With a modal menu, Tab could still reach the content behind it.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" aria-label={words.menu} title={words.menu} className="-ms-1 w-6 px-0!">
          <ChevronDown aria-hidden className="size-3 text-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={menuClass}
        >
          <DropdownMenu.RadioGroup
            value={choice.of ?? 'original'}
            onValueChange={(value) => panel.choose({ of: value === 'translation' ? value : undefined })}
          >
            {summarizedTexts.map((text) => (
              <DropdownMenu.RadioItem
                key={text}
                value={text}
                disabled={text === 'translation' && isPartial}
                className={`${menuItemClass} ps-8`}
              >
                <DropdownMenu.ItemIndicator className="absolute start-2.5">
                  <Check aria-hidden className="size-4 text-accent" />
                </DropdownMenu.ItemIndicator>
                {words.choices[text]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {isPartial ? (
            <DropdownMenu.Label className="max-w-60 ps-8 pe-2.5 pb-1.5 text-xs text-muted">
              {words.partial}
            </DropdownMenu.Label>
          ) : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ReceiptMenuProps {
  /** Null means that no stored and checked summary is shown. */
  runId: RunId | null;
  /** The title of the article, which names the file. */
  title: string;
  onCopy(text: string): Promise<void>;
  onFailed(error: Error): void;
}

const types: Record<ReceiptFormat, string> = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
};

/** Copies or downloads a summary together with the verdict and passages of each sentence. */
function ReceiptMenu({ runId, title, onCopy, onFailed }: ReceiptMenuProps) {
  const { panel } = useStrings();
  const language = useInterfaceLanguage();
  const client = useClient();

  function withReceipt(format: ReceiptFormat, use: (text: string) => void | Promise<void>): void {
    if (runId === null) return;
    client.checks.receipt({ kind: 'summary', id: runId, format, language }).then(use).catch(onFailed);
  }

  return (
    // With a modal menu, Tab could still reach the content behind it.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          look="quiet"
          disabled={runId === null}
          aria-label={panel.receipts}
          title={panel.receipts}
          className="-ms-1 w-6 px-0! @xl:-ms-1.5"
        >
          <ChevronDown aria-hidden className="size-3 text-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={menuClass}
        >
          <MenuItem onSelect={() => withReceipt('md', onCopy)}>{panel.copyReceipt}</MenuItem>
          <DropdownMenu.Separator className={menuSeparatorClass} />
          <DropdownMenu.Label className="px-2.5 py-1 text-xs text-muted">
            {panel.exportReceipt}
          </DropdownMenu.Label>
          {receiptFormats.map((format) => (
            <MenuItem
              key={format}
              onSelect={() =>
                withReceipt(format, (text) =>
                  downloadText({ name: fileNameOf(title, format), type: types[format], text }),
                )
              }
            >
              {panel.receiptFormats[format]}
            </MenuItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
