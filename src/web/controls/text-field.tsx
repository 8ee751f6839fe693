import { type InputHTMLAttributes, useId } from 'react';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  /** The hint below the field, which says what may be entered. */
  hint?: string;
}

export const fieldClass =
  'h-9 w-full min-w-0 rounded-md border border-edge/60 bg-surface px-2.5 text-[0.875rem] pointer-coarse:h-11';

export function TextField({ label, hint, className = '', ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
        className={`${fieldClass} ${className}`}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
