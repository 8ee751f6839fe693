import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { maxTagCharacters, type Tag } from '#schema/tag-wire.ts';
import type { TagRef } from '#schema/tags/tag.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { nextOption } from '#web/controls/search-field.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { TagOption } from './find-tags.ts';

/** Why the typed text cannot be chosen. */
interface TagRefusal {
  message: string;
  /** Enter clears the field: there is nothing to correct. */
  isDone?: boolean;
}

interface TagFieldProps {
  label: string;
  hint?: string;
  /** What the typed text may mean; the first is chosen by Enter. */
  options(typed: string): readonly TagOption[];
  onChoose(option: TagOption): void;
  /** Asked for any text but blanks. */
  refuse?(typed: string): TagRefusal | null;
  /** The text was changed. With this, the chosen name stays in the field. */
  onType?(): void;
  /** In the empty field. */
  onBackspace?(): void;
  /** Text that is left in the field when the focus moves elsewhere; without this, it stays there. */
  onLeave?(typed: string): void;
  /** With nothing left to clear. */
  onEscape?(): void;
  /** In a dialog the options push the rest down; elsewhere they lie over it. */
  isInline?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Takes the focus when it appears. */
  isFocused?: boolean;
  className?: string;
}

/** A combobox as described by WAI-ARIA: the focus stays in the field. */
export function TagField(props: TagFieldProps) {
  const { label, hint, options, onChoose, onBackspace, onEscape, isInline = false, inputRef } = props;
  const { isFocused = false, onLeave, refuse, onType } = props;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const refusal = isOpen && typed.trim() !== '' ? (refuse?.(typed) ?? null) : null;
  const shown = isOpen && (refusal === null || refusal.isDone === true) ? options(typed) : [];
  const ids = shown.map(idOf);
  // Of those beside what is refused, none is meant until one is pointed at.
  const first = refusal === null ? (ids[0] ?? null) : null;
  const active = chosen !== null && ids.includes(chosen) ? chosen : first;
  const message = refusal?.message ?? said;

  function type(next: string): void {
    setTyped(next);
    setChosen(null);
    setSaid(null);
    onType?.();
  }

  function choose(option: TagOption | undefined): void {
    if (option !== undefined) {
      // Without further text to enter, the field shows what was chosen.
      setTyped(onType === undefined ? '' : option.name);
      setOpen(onType === undefined);
      setChosen(null);
      onChoose(option);
    } else if (refusal?.isDone === true) {
      setTyped('');
      setSaid(refusal.message);
    }
  }

  function press(event: KeyboardEvent): void {
    // Keys that confirm an input method's composition choose nothing.
    if (event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (by !== null) setChosen(nextOption(ids, active, by));
    else if (event.key === 'Enter' || event.key === ',')
      choose(shown.find((option) => idOf(option) === active));
    else if (event.key === 'Escape' && typed !== '') type('');
    else if (event.key === 'Escape' && onEscape !== undefined) onEscape();
    else if (event.key === 'Backspace' && typed === '' && onBackspace !== undefined) onBackspace();
    else return;
    event.preventDefault();
    // Escape is used up: neither the dialog nor the Reader acts on it too.
    event.stopPropagation();
  }

  return (
    <div className={`relative ${props.className ?? ''}`}>
      <input
        ref={inputRef}
        data-autofocus
        // It appears because someone asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        type="text"
        role="combobox"
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : `${listId}-hint`}
        aria-invalid={refusal !== null && refusal.isDone !== true ? true : undefined}
        aria-expanded={ids.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
        placeholder={label}
        title={hint}
        value={typed}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={(event) => {
          type(event.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={({ currentTarget }) => {
          // Below an inline list, the button that is being pressed would move.
          if (!isInline) setOpen(false);
          setSaid(null);
          // Another window has the focus for now.
          if (document.activeElement === currentTarget) return;
          if (onLeave === undefined || typed.trim() === '') return;
          setTyped('');
          onLeave(typed);
        }}
        onKeyDown={press}
        className="h-7 w-full min-w-0 rounded-md border border-edge/60 bg-surface px-2 text-[0.8125rem] pointer-coarse:h-11"
      />
      {hint === undefined ? null : (
        <span id={`${listId}-hint`} hidden>
          {hint}
        </span>
      )}
      <div
        className={
          ids.length === 0 && message === null
            ? 'sr-only'
            : `z-20 max-h-64 overflow-y-auto rounded-lg border border-line bg-surface p-1 mt-1 ${
                isInline ? '' : 'absolute start-0 top-full min-w-full w-max max-w-72 shadow-lg'
              }`
        }
      >
        <output className="block px-2.5 py-1 text-[0.8125rem] text-muted wrap-anywhere empty:hidden">
          {message}
        </output>
        <div id={listId} role="listbox" aria-label={label}>
          {shown.map((option) => (
            <Option
              key={idOf(option)}
              id={`${listId}-${idOf(option)}`}
              option={option}
              isActive={idOf(option) === active}
              onActive={() => setChosen(idOf(option))}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function idOf({ tagId }: TagOption): string {
  return tagId === null ? 'new' : String(tagId);
}

interface OptionProps {
  id: string;
  option: TagOption;
  isActive: boolean;
  onActive(): void;
  onChoose(): void;
}

function Option({ id, option, isActive, onActive, onChoose }: OptionProps) {
  const { tags } = useStrings();
  return (
    // The field has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onActive}
      // Before the field loses the focus, which closes the list.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={`flex min-h-8 cursor-pointer items-baseline gap-2 rounded-md px-2.5 py-1 text-[0.8125rem] pointer-coarse:min-h-11 pointer-coarse:items-center ${
        isActive ? 'bg-accent-wash' : ''
      }`}
    >
      <span dir="auto" className="wrap-anywhere">
        {option.tagId === null ? tags.newTag(option.name) : option.name}
      </span>
      {option.synonym === null ? null : (
        <span className="text-xs text-muted wrap-anywhere">{tags.leadsTo(option.synonym)}</span>
      )}
    </div>
  );
}

interface Refusing {
  library: readonly Tag[];
  /** Those that the entry has. */
  tags: readonly TagRef[];
  words: Strings['tags'];
}

/** Why an entry cannot get the typed tag; null: it can. */
export function refuseTag(typed: string, { library, tags, words }: Refusing): TagRefusal | null {
  const name = typed.trim();
  if (name.length > maxTagCharacters) return { message: words.tooLong(maxTagCharacters, name.length) };
  const wanted = tagKey(name);
  if (wanted === '') return { message: words.notAName };
  const known = library.find((tag) => [tag.name, ...tag.synonyms].some((other) => tagKey(other) === wanted));
  const own = tags.find((tag) => tag.id === known?.id || tagKey(tag.name) === wanted);
  return own === undefined ? null : { message: words.alreadyAdded(own.name), isDone: true };
}
