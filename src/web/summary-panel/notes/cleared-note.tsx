import { Undo2 } from 'lucide-react';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Says that a summary was cleared, and offers to undo it. */
export function ClearedNote({ onUndo }: { onUndo(): void }) {
  const { panel } = useStrings();
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sunken px-3.5 py-2">
      <span className="min-w-0 flex-1">{panel.cleared}</span>
      <Button data-takes-focus look="quiet" onClick={onUndo}>
        <Undo2 aria-hidden className="size-3.5" />
        {panel.undo}
      </Button>
    </output>
  );
}
