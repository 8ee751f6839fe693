import { type RefObject, useRef, useState } from 'react';
import { detailLevels } from '#schema/language.ts';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/keys.ts';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { textInSight } from './panel-view.ts';
import type { EntryPanel } from './use-entry-panel.ts';
import type { PanelPlace } from './use-panel-place.ts';

interface SummaryButtonProps {
  controls: PanelControls;
  keys: PanelKeys;
}

export function SummaryButton({ controls: { actions }, keys }: SummaryButtonProps) {
  const { panel: words } = useStrings();
  return (
    <Button
      look="primary"
      disabled={actions.summarize === null}
      onClick={actions.summarize ?? undefined}
      {...keyHint(words.summary, keys.summary)}
    >
      {words.summary}
    </Button>
  );
}

/** The actions of the panel's buttons, keys and commands. An action that is not possible now is null. */
export interface PanelActions {
  summarize: (() => void) | null;
  abort: (() => void) | null;
  copy: (() => void) | null;
  /** Chooses the next detail level. The first level follows the last. */
  nextDetail(): void;
  goToLanguage(): void;
  moveDock: (() => void) | null;
}

/** The key of each action that has one. */
export type PanelKeys = Record<'summary' | 'abort' | 'copy' | 'detail' | 'language' | 'dock', string>;

export interface PanelControls {
  actions: PanelActions;
  auto: AutoSwitch;
  copied: boolean;
  copyText(text: string): Promise<void>;
  /** The system prompt of the next run. If it is empty, the template's prompt is used. */
  override: string;
  setOverride(override: string): void;
  failure: 'copy' | Error | null;
  setFailure(failure: 'copy' | Error | null): void;
  /** Summarizes although the source gate has given a reason against it. */
  summarizeAnyway(): void;
  languageRef: RefObject<HTMLSelectElement | null>;
}

interface AutoSwitch {
  isOn: boolean;
  setOn(isOn: boolean): void;
}

export function usePanelActions(panel: EntryPanel, place: PanelPlace, auto: AutoSwitch): PanelControls {
  const [override, setOverride] = useState('');
  const [failure, setFailure] = useState<'copy' | Error | null>(null);
  const { copied, copy } = useCopy(() => setFailure('copy'));
  const languageRef = useRef<HTMLSelectElement>(null);
  const { state, view } = panel;
  const { dock, setDock } = place;
  const isHere = state.entryId !== null;
  const text = textInSight(view);
  const isStopping = state.pending?.abortAsked ?? state.run?.stopping ?? false;

  function order(anyway: boolean): void {
    setFailure(null);
    place.setOpen(true);
    const systemPromptOverride = override.trim() === '' ? {} : { systemPromptOverride: override };
    // The prompt applies to one run only.
    setOverride('');
    void panel.order({ trigger: 'manual', ...(anyway ? { anyway } : {}), ...systemPromptOverride });
  }

  const canSummarize = isHere && state.stored !== null && !view.starting && view.run === null;
  const canAbort = (state.pending !== null || state.run !== null) && !isStopping;
  return {
    auto,
    copied,
    copyText: copy,
    override,
    setOverride,
    failure,
    setFailure,
    languageRef,
    summarizeAnyway: () => order(true),
    actions: {
      summarize: canSummarize ? () => order(false) : null,
      abort: canAbort ? panel.abort : null,
      copy:
        text === null
          ? null
          : () => {
              // The open panel confirms the copy or says why it failed.
              place.setOpen(true);
              void copy(text);
            },
      nextDetail() {
        place.setOpen(true);
        const at = detailLevels.indexOf(view.choice.detailLevel);
        const next = detailLevels[(at + 1) % detailLevels.length];
        if (next !== undefined) panel.choose({ detailLevel: next });
      },
      goToLanguage() {
        place.setOpen(true);
        // In the next frame, a panel that was collapsed is on the page.
        requestAnimationFrame(() => languageRef.current?.focus());
      },
      moveDock:
        setDock === null
          ? null
          : () => {
              place.setOpen(true);
              setDock(dock === 'below' ? 'beside' : 'below');
            },
    },
  };
}
