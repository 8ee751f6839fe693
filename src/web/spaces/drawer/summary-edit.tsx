import { useEffect, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { Thread } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { NoticeFrame, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useThreadEdits } from '#web/spaces/thread/use-thread.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface SummaryEditProps {
  thread: Thread;
  onClose(): void;
}

/** Lets a person edit the summary. Changes made in the meantime are not overwritten without asking. */
export function SummaryEdit({ thread, onClose }: SummaryEditProps) {
  const { summary: words } = useStrings().spaces;
  const { editSummary } = useThreadEdits(thread.id);
  const [text, setText] = useState(thread.summary ?? '');
  const [revision, setRevision] = useState(thread.summaryRevision);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fieldRef.current?.focus(), []);
  const error = editSummary.error === null ? null : toAppError(editSummary.error);
  const isConflict = error?.code === 'conflict' || thread.summaryRevision !== revision;
  const canSave = text.trim() !== '' && !editSummary.isPending;

  function save(over: number): void {
    if (!canSave) return;
    setRevision(over);
    editSummary.mutate({ text: text.trim(), summaryRevision: over }, { onSuccess: onClose });
  }

  return (
    <div className="space-y-2.5">
      <textarea
        ref={fieldRef}
        aria-label={words.editLabel}
        rows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            // Keeps the sheet around it open.
            event.stopPropagation();
            event.preventDefault();
            onClose();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(revision);
        }}
        className="max-h-[60vh] min-h-40 w-full rounded-md border border-edge/60 bg-surface px-3 py-2 leading-relaxed [field-sizing:content]"
      />
      <p className="text-xs text-muted">{words.editNote}</p>
      {isConflict ? (
        <NoticeFrame tone="caution" title={words.conflict}>
          <p>{words.conflictNext}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button disabled={!canSave} onClick={() => save(thread.summaryRevision)}>
              {words.overwrite}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.discard}
            </Button>
          </div>
        </NoticeFrame>
      ) : (
        <>
          {error === null ? null : <ProblemNotice problem={error} />}
          <div className="flex gap-2">
            <Button look="primary" disabled={!canSave} onClick={() => save(revision)}>
              {editSummary.isPending ? words.saving : words.save}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
