import type { ReactNode } from 'react';
import type { KeyState } from '#schema/models/model-profile.ts';
import { fieldClass } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useFieldError } from './form-errors.tsx';
import { Select } from './inputs.tsx';
import type { KeyDraft } from './key-draft.ts';

interface KeyFieldProps {
  name: string;
  label: string;
  help: string;
  /** Null: nothing is saved yet. */
  saved: KeyState | null;
  draft: KeyDraft;
  onDraft(draft: KeyDraft): void;
  /** What having no separate key means here. */
  none: string;
  hint?: ReactNode;
}

/** A key can be entered but is never shown again: only its state is. */
export function KeyField({ name, label, help, saved, draft, onDraft, none, hint }: KeyFieldProps) {
  const { key } = useStrings().settings;
  const isInvalid = useFieldError(name) !== null;
  const has = saved !== null && saved.kind !== 'none';
  return (
    <div className="space-y-2">
      <Select<KeyDraft['kind']>
        name={name}
        label={label}
        help={help}
        hint={hint}
        value={draft.kind}
        options={[
          ...(saved === null ? [] : [{ value: 'keep' as const, label: has ? key.state(saved) : none }]),
          { value: 'value', label: has ? key.replace : key.enter },
          { value: 'env', label: key.fromEnvironment },
          ...(saved !== null && !has ? [] : [{ value: 'none' as const, label: has ? key.remove : none }]),
        ]}
        onChoose={(kind) => onDraft({ ...draft, kind })}
      />
      {draft.kind === 'value' ? (
        <input
          type="password"
          autoComplete="new-password"
          aria-label={key.value(label)}
          placeholder={key.placeholder}
          aria-invalid={isInvalid || undefined}
          value={draft.value}
          onChange={(event) => onDraft({ ...draft, value: event.target.value })}
          className={fieldClass}
        />
      ) : null}
      {draft.kind === 'env' ? (
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={key.variable(label)}
          placeholder="OPENAI_API_KEY"
          aria-invalid={isInvalid || undefined}
          value={draft.variable}
          onChange={(event) => onDraft({ ...draft, variable: event.target.value })}
          className={`${fieldClass} font-mono`}
        />
      ) : null}
    </div>
  );
}
