import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { isSendKey } from './is-send-key.ts';

interface EditMessageProps {
  text: string;
  onSave(text: string): Promise<unknown>;
  onClose(): void;
}

/** The user's newest message, edited in place. Escape discards the edit. */
export function EditMessage({ text: initial, onSave, onClose }: EditMessageProps) {
  const { message } = useStrings().spaces;
  const [text, setText] = useState(initial);
  const save = useMutation({ mutationFn: () => onSave(text), onSuccess: onClose });
  const canSave = text.trim() !== '' && !save.isPending;
  const fieldRef = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const field = fieldRef.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  return (
    <div className="space-y-2 rounded-xl bg-sunken p-2">
      <textarea
        ref={fieldRef}
        aria-label={message.editLabel}
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onClose();
          }
          if (!isSendKey(event.nativeEvent)) return;
          event.preventDefault();
          if (canSave) save.mutate();
        }}
        className="max-h-[50vh] w-full resize-none rounded-lg border border-edge/60 bg-surface px-3 py-2 text-[0.9375rem] leading-6 [field-sizing:content]"
      />
      <ErrorNotice error={save.error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 ps-1 text-xs text-muted">{message.editNote}</p>
        <Button look="quiet" onClick={onClose}>
          {message.cancel}
        </Button>
        <Button look="primary" disabled={!canSave} onClick={() => save.mutate()}>
          {message.save}
        </Button>
      </div>
    </div>
  );
}
