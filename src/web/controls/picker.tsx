import { ChevronDown } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';
import { keyHint } from './key-hint.ts';

interface PickerProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChoose(value: T): void;
  /** Links a picker to the label beside it. */
  control?: Pick<ComponentProps<'select'>, 'id' | 'aria-describedby' | 'aria-invalid'>;
  /** The key that leads here. */
  shortcut?: string;
  selectRef?: RefObject<HTMLSelectElement | null>;
  className?: string;
}

/** The browser's native list: searchable by typing and familiar on touch screens. */
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
