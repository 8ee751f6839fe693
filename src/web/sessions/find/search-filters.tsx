import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/picker.tsx';
import {
  type HitType,
  hitTypes,
  isFiltered,
  isSearching,
  type SessionsSearch,
  withoutFilters,
} from '#web/sessions/sessions-search.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface SearchFiltersProps {
  search: SessionsSearch;
  onChange(search: SessionsSearch): void;
}

/** Filters by type and dates; the project is selected in the list beside it. Dates show once they can help. */
export function SearchFilters({ search, onChange }: SearchFiltersProps) {
  const { search: words } = useStrings().sessions;
  const { type, ...others } = search;
  return (
    <>
      <Picker<HitType | 'any'>
        label={words.type}
        value={type ?? 'any'}
        options={[
          { value: 'any', label: words.anyType },
          ...hitTypes.map((value) => ({ value, label: words.types[value] })),
        ]}
        onChoose={(next) => onChange(next === 'any' ? others : { ...others, type: next })}
        className="w-32"
      />
      {isSearching(search) || isFiltered(search) ? (
        <div className="flex flex-wrap items-center gap-2">
          {(['from', 'to'] as const).map((edge) => (
            <DayField
              key={edge}
              label={words[edge]}
              day={search[edge]}
              onDay={(day) => {
                const { [edge]: _, ...without } = search;
                onChange(day === '' ? without : { ...without, [edge]: day });
              }}
            />
          ))}
          {isFiltered(search) ? (
            <Button
              look="quiet"
              onClick={() => onChange(withoutFilters(search))}
              className="px-2 font-normal text-muted"
            >
              {words.clear}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

interface DayFieldProps {
  label: string;
  day: string | undefined;
  onDay(day: string): void;
}

function DayField({ label, day, onDay }: DayFieldProps) {
  return (
    <label className="flex items-center gap-1.5 text-xs text-muted">
      {label}
      <input
        type="date"
        value={day ?? ''}
        onChange={(event) => onDay(event.target.value)}
        className="h-8 rounded-md border border-edge/60 bg-surface px-2 text-[0.8125rem] text-ink pointer-coarse:h-11"
      />
    </label>
  );
}
