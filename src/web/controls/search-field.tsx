import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface SearchFieldProps {
  placeholder: string;
  query: string;
  onSearch(query: string): void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Whole queries that the typed one may become. */
  complete?(typed: string): readonly string[];
}

/** Long enough to type most of a word, short enough to feel instant. */
const settleMs = 250;

export function SearchField({ placeholder, query, onSearch, inputRef, complete }: SearchFieldProps) {
  const completionsId = useId();
  const { list } = useStrings().reader;
  const [typed, setTyped] = useState(query);
  const [seen, setSeen] = useState(query);
  const completions = complete?.(typed) ?? [];

  // When the query changes from outside, through the URL or another place, the field follows.
  if (query !== seen) {
    setSeen(query);
    if (query !== typed.trim()) setTyped(query);
  }

  useEffect(() => {
    const next = typed.trim();
    if (next === query) return undefined;
    const timer = setTimeout(() => onSearch(next), settleMs);
    return () => clearTimeout(timer);
  }, [typed, query, onSearch]);

  function clear(): void {
    setTyped('');
    onSearch('');
  }

  return (
    <div className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={inputRef}
        type="search"
        // With a list, it is a combobox; without completions, it is none.
        list={completions.length === 0 ? undefined : completionsId}
        aria-label={list.search}
        placeholder={placeholder}
        value={typed}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(typed.trim());
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (typed === '') event.currentTarget.blur();
          else clear();
        }}
        className="h-8 w-full min-w-0 appearance-none rounded-md border border-edge/60 bg-surface px-8 text-[0.8125rem] pointer-coarse:h-9 [&::-webkit-calendar-picker-indicator]:hidden! [&::-webkit-search-cancel-button]:hidden"
      />
      {completions.length === 0 ? null : (
        <datalist id={completionsId}>
          {completions.map((completion) => (
            <option key={completion}>{completion}</option>
          ))}
        </datalist>
      )}
      {typed === '' ? null : (
        <button
          type="button"
          aria-label={list.clearSearch}
          title={list.clearSearch}
          onClick={() => {
            clear();
            inputRef.current?.focus();
          }}
          className="absolute top-1/2 right-1 flex size-6 -translate-y-1/2 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
