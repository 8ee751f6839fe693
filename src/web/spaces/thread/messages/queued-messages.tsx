import { Clock, X } from 'lucide-react';
import type { MessageId } from '#schema/spaces/space.ts';
import type { QueuedMessage } from '#schema/spaces/spaces-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MessageButton } from './message-view.tsx';

interface QueuedMessagesProps {
  queued: readonly QueuedMessage[];
  onRemove(id: MessageId): void;
}

/** Messages that wait for the answer in progress, in their order. */
export function QueuedMessages({ queued, onRemove }: QueuedMessagesProps) {
  const { queue } = useStrings().spaces;
  if (queued.length === 0) return null;
  return (
    <ul aria-label={queue.label} className="space-y-3">
      {queued.map(({ id, text }) => (
        <li key={id} data-testid="queued-message" className="flex flex-col items-end">
          <p
            dir="auto"
            className="max-w-[85%] rounded-2xl rounded-ee-md border border-dashed border-edge px-4 py-2.5 text-[0.9375rem] leading-[1.65] whitespace-pre-wrap text-muted wrap-anywhere"
          >
            {text}
          </p>
          <div className="-mx-1.5 mt-1 flex h-7 items-center gap-1 text-xs text-muted pointer-coarse:h-11">
            <Clock aria-hidden className="size-3.5" />
            <span>{queue.waits}</span>
            <MessageButton label={queue.remove} onClick={() => onRemove(id)}>
              <X aria-hidden className="size-3.5" />
            </MessageButton>
          </div>
        </li>
      ))}
    </ul>
  );
}
