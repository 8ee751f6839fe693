import { ownLanguageName } from '#web/controls/language-name.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { Choice } from '#web/summary-panel/choice.ts';
import type { PanelView } from '#web/summary-panel/panel-view.ts';

interface ChoiceNoteProps {
  view: PanelView;
  onBack(): void;
}

/** Says that the summary shown is not the one selected for this session, before the next click pays for it. */
export function ChoiceNote({ view, onBack }: ChoiceNoteProps) {
  const { panel } = useStrings();
  const { choice, wanted, shown } = view;
  if (wanted === null) return null;
  const nameOf = ({ targetLanguage, detailLevel }: Choice) =>
    panel.slot(ownLanguageName(targetLanguage), panel.detail[detailLevel]);
  return (
    <p data-testid="choice-note" className="text-[0.8125rem] text-muted">
      {(shown === null ? panel.selectedSlot : panel.shownSlot)(nameOf(choice))}{' '}
      <button
        type="button"
        onClick={onBack}
        className="cursor-pointer rounded-sm text-accent underline underline-offset-2 hover:text-ink"
      >
        {panel.wantedSlot(nameOf(wanted))}
      </button>
    </p>
  );
}
