import { useStrings } from '#web/strings/strings-provider.tsx';
import { slotName } from '#web/summary-panel/choice.ts';
import type { PanelView } from '#web/summary-panel/panel-view.ts';

interface ChoiceNoteProps {
  view: PanelView;
  onBack(): void;
}

/** Says that the summary shown is not the one selected for this session, before the next click pays for it. */
export function ChoiceNote({ view, onBack }: ChoiceNoteProps) {
  const strings = useStrings();
  const { panel } = strings;
  const { choice, wanted, shown } = view;
  if (wanted === null) return null;
  return (
    <p data-testid="choice-note" className="text-[0.8125rem] text-muted">
      {(shown === null ? panel.selectedSlot : panel.shownSlot)(slotName(choice, strings))}{' '}
      <button
        type="button"
        onClick={onBack}
        className="cursor-pointer rounded-sm text-accent underline underline-offset-2 hover:text-ink"
      >
        {panel.wantedSlot(slotName(wanted, strings))}
      </button>
    </p>
  );
}
