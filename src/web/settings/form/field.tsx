import { type ReactNode, useId } from 'react';
import { HelpTip } from '#web/controls/help-tip.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useFieldError } from './form-errors.tsx';

/** Attributes that tie a control to its label, help and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

export interface FieldProps {
  /** As named by the schema and the server. */
  name: string;
  label: string;
  /** Behind the “?”, and announced with the control. */
  help?: string;
  /** Below the control, always visible. */
  hint?: ReactNode;
  className?: string;
}

/** A labelled control with its help and, if any, its error. */
export function Field(props: FieldProps & { children(control: ControlProps): ReactNode }) {
  const { name, label, help, hint, className = '', children } = props;
  const { form } = useStrings().settings;
  const id = useId();
  const error = useFieldError(name);
  const described = [
    error === null ? null : `${id}-error`,
    hint === undefined ? null : `${id}-hint`,
    help === undefined ? null : `${id}-help`,
  ].filter((part) => part !== null);
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="mb-1 flex items-center gap-1.5">
        <label htmlFor={id} className="text-xs text-muted">
          {label}
        </label>
        {help === undefined ? null : <HelpTip label={form.about(label)}>{help}</HelpTip>}
      </div>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': error === null ? undefined : true,
      })}
      {help === undefined ? null : (
        <p id={`${id}-help`} hidden>
          {help}
        </p>
      )}
      {error === null ? null : (
        <p id={`${id}-error`} className="mt-1 text-xs text-danger wrap-anywhere">
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="mt-1 text-xs text-muted wrap-anywhere">
          {hint}
        </div>
      )}
    </div>
  );
}
