import { ChevronDown } from 'lucide-react';

interface PickerProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChoose(value: T): void;
  className?: string;
}

/** The browser's own list: searchable by typing, at home on every touch screen. */
export function Picker<T extends string>({
  label,
  value,
  options,
  onChoose,
  className = '',
}: PickerProps<T>) {
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      <select
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
        className="h-8 w-full min-w-0 appearance-none truncate rounded-md border border-edge/60 bg-surface pr-7 pl-2.5 text-[0.8125rem] hover:bg-sunken pointer-coarse:h-9"
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
