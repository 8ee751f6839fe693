import { FileText } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface FileWellProps {
  label: string;
  hint: string;
  accept: string;
  busy: string | null;
  onFile(file: File): void;
}

/** Shows a drop zone in which a file can also be chosen. */
export function FileWell({ label, hint, accept, busy, onFile }: FileWellProps) {
  const { add } = useStrings().reader;
  const inputRef = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(onFile);
  return (
    <div
      {...handlers}
      className={`flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-8 text-center ${
        isOver ? 'border-accent bg-accent-wash' : 'border-edge/70'
      }`}
    >
      <FileText aria-hidden className="size-6 text-muted" strokeWidth={1.5} />
      <Button data-autofocus disabled={busy !== null} onClick={() => inputRef.current?.click()}>
        {busy ?? label}
      </Button>
      <p className="text-xs text-muted">{isOver ? add.dropHere : add.dropFile}</p>
      <p className="text-xs text-muted">{hint}</p>
      <input
        ref={inputRef}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}
