import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { PanelControls, PanelKeys } from './use-panel-actions.ts';

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
