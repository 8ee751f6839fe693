import { useState } from 'react';
import type { BatchId, EntrySelection } from '#schema/tags/tag-wire.ts';
import { Dialog } from '#web/controls/dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { BatchPart } from './batch-part.tsx';
import { StartPart } from './start-part.tsx';

interface TaggingDialogProps {
  selection: EntrySelection;
  /** Which entries these are. */
  of: string;
  onClose(): void;
}

/** What it costs to tag many entries, then how far that is. Closing it stops nothing. */
export function TaggingDialog({ selection, of, onClose }: TaggingDialogProps) {
  const { batch } = useStrings().tags;
  const [id, setId] = useState<BatchId | null>(null);
  return (
    <Dialog
      open
      title={id === null ? batch.heading : batch.progressHeading}
      closeLabel={batch.close}
      onClose={onClose}
    >
      {id === null ? (
        <StartPart selection={selection} of={of} onStarted={setId} onCancel={onClose} />
      ) : (
        <BatchPart id={id} onLeave={onClose} />
      )}
    </Dialog>
  );
}

/** A batch that was started before, perhaps in another tab. */
export function BatchDialog({ id, onClose }: { id: BatchId; onClose(): void }) {
  const { batch } = useStrings().tags;
  return (
    <Dialog open title={batch.progressHeading} closeLabel={batch.close} onClose={onClose}>
      <BatchPart id={id} onLeave={onClose} />
    </Dialog>
  );
}
