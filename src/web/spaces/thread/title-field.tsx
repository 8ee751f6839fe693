import { useEffect, useRef, useState } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import { fieldClass } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface TitleFieldProps {
  thread: Thread;
  onSave(title: string): void;
  onClose(): void;
}

/** Enter and blur save; Escape does not. */
export function TitleField({ thread, onSave, onClose }: TitleFieldProps) {
  const { thread: words } = useStrings().spaces;
  const [title, setTitle] = useState(thread.title ?? '');
  const fieldRef = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => fieldRef.current?.select(), []);

  function finish(isWanted: boolean): void {
    if (isDone.current) return;
    isDone.current = true;
    const next = title.trim();
    if (isWanted && next !== '' && next !== thread.title) onSave(next);
    onClose();
  }

  return (
    <input
      ref={fieldRef}
      aria-label={words.title}
      value={title}
      maxLength={300}
      autoComplete="off"
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        finish(event.key === 'Enter');
      }}
      className={`${fieldClass} h-8 flex-1 font-semibold`}
    />
  );
}
