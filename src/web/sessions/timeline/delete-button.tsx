import { Trash2 } from 'lucide-react';
import type { RecordKind } from '#schema/sessions/session.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface DeleteButtonProps {
  kind: RecordKind;
  onDelete(): void;
  className?: string;
}

/** Hidden until the record is hovered or focused. */
export function DeleteButton({ kind, onDelete, className = '' }: DeleteButtonProps) {
  const { record } = useStrings().sessions;
  return (
    <button
      type="button"
      aria-label={record.delete[kind]}
      title={record.delete[kind]}
      onClick={onDelete}
      className={`flex size-6 shrink-0 items-center justify-center rounded text-muted opacity-0 group-focus-within/record:opacity-100 group-hover/record:opacity-100 hover:bg-line hover:text-ink pointer-coarse:size-11 pointer-coarse:opacity-100 ${className}`}
    >
      <Trash2 aria-hidden className="size-3.5" />
    </button>
  );
}
