import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface SearchFieldProps {
  placeholder: string;
  query: string;
  onSearch(query: string): void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Returns whole queries that the typed text may become. */
  complete?(typed: string): readonly string[];
}

/** Keys that arrive within this time start only one search. */
const settleMs = 25;

export function SearchField({ placeholder, query, onSearch, inputRef, complete }: SearchFieldProps) {
  const listId = useId();
  const { list } = useStrings().reader;
  const [typed, setTyped] = useState(query);
  const [seen, setSeen] = useState(query);
  const [isOpen, setOpen] = useState(false);
  /** Whether an input method is composing text, which is not a word yet. */
  const [isComposing, setComposing] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const completions = isOpen ? (complete?.(typed) ?? []) : [];
  const ids = completions.map((_, at) => completionId(at));
  const active = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);

  // The field follows when the query changes from outside, through the URL or another place.
  if (query !== seen) {
    setSeen(query);
    if (query !== typed.trim()) setTyped(query);
  }

  useEffect(() => {
    const next = typed.trim();
    if (next === query || isComposing) return undefined;
    const timer = setTimeout(() => onSearch(next), settleMs);
    return () => clearTimeout(timer);
  }, [typed, query, isComposing, onSearch]);

  function clear(): void {
    setTyped('');
    onSearch('');
  }

  /** Searches at once, and lets the next word be typed. */
  function choose(completion: string | undefined): void {
    if (completion === undefined) return;
    setTyped(`${completion} `);
    setChosen(null);
    onSearch(completion);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    // Enter that confirms the composition of an input method chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const isListed = completions.length > 0;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (isListed && by !== null) setChosen(nextOption(ids, active, by));
    else if (isListed && event.key === 'Enter') choose(completions[ids.indexOf(active ?? '')]);
    else if (isListed && event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter') onSearch(typed.trim());
    else if (event.key === 'Escape' && typed === '') event.currentTarget.blur();
    else if (event.key === 'Escape') clear();
    else return;
    if (event.key !== 'Enter' || isListed) event.preventDefault();
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
        // The field is a combobox only while it has completions.
        {...(completions.length === 0
          ? {}
          : {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': active === null ? undefined : `${listId}-${active}`,
            })}
        aria-label={list.search}
        placeholder={placeholder}
        value={typed}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(null);
          setOpen(true);
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className="h-8 w-full min-w-0 appearance-none rounded-md border border-edge/60 bg-surface px-8 text-[0.8125rem] pointer-coarse:h-11 pointer-coarse:pe-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {complete === undefined ? null : (
        <div
          id={listId}
          role="listbox"
          aria-label={list.completions}
          className="absolute start-0 top-full z-20 mt-1 max-h-96 w-max min-w-full max-w-80 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg empty:hidden"
        >
          <CompletionOptions
            listId={listId}
            completions={completions}
            active={active}
            onActive={setChosen}
            onChoose={choose}
          />
        </div>
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
          className="absolute top-1/2 right-1 flex size-6 pointer-coarse:right-0 pointer-coarse:size-11 -translate-y-1/2 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}

interface CompletionOptionsProps {
  listId: string;
  completions: readonly string[];
  active: string | null;
  onActive(id: string): void;
  onChoose(completion: string): void;
}

/** Names an option of a list. */
export function completionId(at: number): string {
  return `completion-${at}`;
}

/**
 * Shows the options of a listbox: whole queries that the typed text may become. The field has the focus and handles
 * the keys.
 */
export function CompletionOptions(props: CompletionOptionsProps) {
  const { listId, completions, active, onActive, onChoose } = props;
  return completions.map((completion, at) => {
    const id = completionId(at);
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={completion}
        id={`${listId}-${id}`}
        role="option"
        aria-selected={id === active}
        data-option={id}
        title={completion}
        onPointerMove={id === active ? undefined : () => onActive(id)}
        // Without this, the field would lose the focus, which closes the list.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(completion)}
        className={`h-8 cursor-pointer truncate rounded-md px-2.5 text-[0.8125rem] leading-8 pointer-coarse:h-11 pointer-coarse:leading-11 ${
          id === active ? 'bg-accent-wash' : ''
        }`}
      >
        {completion}
      </div>
    );
  });
}

/** Returns the option that an arrow key leads to, wrapping at the ends, or null if there is none. */
export function nextOption(ids: readonly string[], current: string | null, by: 1 | -1): string | null {
  const at = current === null ? -1 : ids.indexOf(current);
  if (at === -1) return ids.at(by === 1 ? 0 : -1) ?? null;
  return ids[(at + by + ids.length) % ids.length] ?? null;
}
