import type { ComponentProps } from 'react';
import { Picker } from '#web/controls/picker.tsx';
import { fieldClass } from '#web/controls/text-field.tsx';
import { Field, type FieldProps } from './field.tsx';

const invalidClass = 'aria-invalid:border-danger aria-invalid:outline-danger';

interface TextInputProps extends FieldProps {
  value: string;
  onText(text: string): void;
  input?: Omit<ComponentProps<'input'>, 'value' | 'onChange'>;
}

export function TextInput({ value, onText, input, ...field }: TextInputProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...input}
          {...control}
          value={value}
          onChange={(event) => onText(event.target.value)}
          className={`${fieldClass} ${invalidClass}`}
        />
      )}
    </Field>
  );
}

/** Kept as typed; validated as a number on save. */
export function NumberInput({ input, ...rest }: TextInputProps) {
  return <TextInput {...rest} input={{ inputMode: 'decimal', ...input }} />;
}

interface TextAreaProps extends FieldProps {
  value: string;
  onText(text: string): void;
  input?: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>;
}

export function TextArea({ value, onText, input, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={4}
          {...input}
          {...control}
          value={value}
          onChange={(event) => onText(event.target.value)}
          className={`block w-full resize-y rounded-md border border-edge/60 bg-surface px-2.5 py-2 leading-relaxed ${invalidClass} ${input?.className ?? ''}`}
        />
      )}
    </Field>
  );
}

interface SelectProps<T extends string> extends FieldProps {
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChoose(value: T): void;
}

export function Select<T extends string>({ value, options, onChoose, ...field }: SelectProps<T>) {
  return (
    <Field {...field}>
      {(control) => (
        <Picker<T>
          label={field.label}
          control={control}
          value={value}
          options={options}
          onChoose={onChoose}
          className="w-full"
        />
      )}
    </Field>
  );
}

interface CheckBoxProps {
  label: string;
  help: string;
  checked: boolean;
  onCheck(checked: boolean): void;
}

export function CheckBox({ label, help, checked, onCheck }: CheckBoxProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
      />
      <span>
        {label}
        <span className="mt-0.5 block text-xs text-muted">{help}</span>
      </span>
    </label>
  );
}
