import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react';
import { keyHint } from './keys.ts';

interface PickerProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChoose(value: T): void;
  /** The attributes that link a picker to the label beside it. */
  control?: Pick<ComponentProps<'select'>, 'id' | 'aria-describedby' | 'aria-invalid'>;
  /** The key that moves the focus to the picker. */
  shortcut?: string;
  selectRef?: RefObject<HTMLSelectElement | null>;
  className?: string;
}

/** Shows the browser's native list, which is searchable by typing and familiar on touch screens. */
export function Picker<T extends string>({
  label,
  value,
  options,
  onChoose,
  control,
  shortcut,
  selectRef,
  className = '',
}: PickerProps<T>) {
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      <select
        aria-label={control === undefined ? label : undefined}
        {...keyHint(label, shortcut)}
        ref={selectRef}
        {...control}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
        className={`w-full min-w-0 appearance-none truncate rounded-md border border-edge/60 bg-surface pr-7 pl-2.5 hover:bg-sunken aria-invalid:border-danger ${
          control === undefined
            ? 'h-8 text-[0.8125rem] pointer-coarse:h-11'
            : 'h-9 text-[0.875rem] pointer-coarse:h-11'
        }`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

interface SegmentedProps<T extends string> {
  label: string;
  /** Whether the label is shown above the choices. Otherwise it is for screen readers only. */
  labelShown?: boolean;
  value: T;
  options: readonly {
    value: T;
    label: string;
    shown?: ReactNode;
    /** The reason why the option cannot be chosen now. */
    unavailable?: string | undefined;
  }[];
  onChoose(value: T): void;
  /** The key that chooses the next option. */
  shortcut?: string;
  className?: string;
}

/**
 * Offers a choice between a few visible options. They are radio buttons: a single Tab stop with arrow keys inside.
 */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, labelShown = false, value, options, onChoose, shortcut, className = '' } = props;
  const name = useId();
  return (
    <fieldset className={`min-w-0 shrink-0 ${className}`}>
      <legend className={labelShown ? 'mb-1.5 text-xs text-muted' : 'sr-only'}>{label}</legend>
      <div className="flex h-8 items-stretch rounded-md border border-edge/60 bg-surface p-px pointer-coarse:h-[46px] pointer-coarse:p-0">
        {options.map((option) => (
          <label
            key={option.value}
            title={option.unavailable ?? keyHint(option.label, shortcut).title}
            className="relative flex min-w-7 flex-auto max-sm:pointer-coarse:min-w-11 cursor-pointer items-center justify-center rounded-[5px] px-2 text-[0.8125rem] whitespace-nowrap text-muted select-none hover:text-ink has-checked:bg-accent-wash has-checked:font-medium has-checked:text-accent has-disabled:cursor-default has-disabled:text-muted/70 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              disabled={option.unavailable !== undefined}
              aria-label={option.label}
              aria-keyshortcuts={shortcut}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none disabled:cursor-default"
            />
            <span aria-hidden>{option.shown ?? option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
