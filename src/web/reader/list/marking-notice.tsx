import { X } from 'lucide-react';
import { Button } from '#web/controls/button.tsx';
import { IconButton } from '#web/controls/icon-button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { ListMarking } from './use-marking.ts';

interface MarkingNoticeProps {
  marking: ListMarking;
  /** What else may have failed. */
  other: { error: Error | null; reset(): void };
}

/** What was done to one or many entries, below the list. */
export function MarkingNotice({ marking, other }: MarkingNoticeProps) {
  const { reader, problem } = useStrings();
  const { notice, undo, dismiss } = marking;
  const error = marking.error ?? other.error;
  return (
    <>
      <output className="block" data-testid="marking">
        {notice === null ? null : (
          <span className="flex items-center gap-2 border-t border-line bg-sunken py-1 ps-4 pe-1.5 text-[0.8125rem]">
            <span className="min-w-0 flex-1">{notice.text}</span>
            {notice.undo === null ? null : <Button onClick={undo}>{reader.list.selection.undo}</Button>}
            <IconButton label={problem.dismiss} onClick={dismiss}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </span>
        )}
      </output>
      {error === null ? null : (
        <div className="border-t border-line p-2">
          <ErrorNotice error={error}>
            <Button
              look="quiet"
              onClick={() => {
                dismiss();
                other.reset();
              }}
            >
              {problem.dismiss}
            </Button>
          </ErrorNotice>
        </div>
      )}
    </>
  );
}
