import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

export interface ToastMessage {
  title: string;
  note: string;
}

interface ToastProps {
  message: ToastMessage | null;
  onClose(): void;
}

const shownMs = 8000;

/**
 * Shows a short message over the screen that disappears automatically. The same information is available elsewhere.
 */
export function Toast({ message, onClose }: ToastProps) {
  const { problem } = useStrings();
  const words = message === null ? null : `${message.title} ${message.note}`;
  useEffect(() => {
    if (words === null) return undefined;
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, [words, onClose]);
  return (
    <output
      data-testid="toast"
      className="pointer-events-none fixed inset-x-0 top-[calc(3.5rem+env(safe-area-inset-top))] z-40 flex justify-center px-4"
    >
      {message === null ? null : (
        <span className="pointer-events-auto flex max-w-md items-start gap-2 rounded-lg border border-line bg-caution-wash py-2 ps-4 pe-1.5 shadow-lg">
          <span className="min-w-0 flex-1">
            <strong className="font-medium text-caution">{message.title}</strong> {message.note}
          </span>
          <button
            type="button"
            aria-label={problem.dismiss}
            title={problem.dismiss}
            onClick={onClose}
            className="flex size-6 shrink-0 items-center pointer-coarse:-my-2 pointer-coarse:size-11 justify-center rounded hover:bg-line"
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      )}
    </output>
  );
}
