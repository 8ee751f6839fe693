import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { maxTagCharacters, type Tag } from '#schema/tag-wire.ts';
import type { TagRef } from '#schema/tags/tag.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { nextOption } from '#web/controls/search-field.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { TagOption } from './find-tags.ts';

/** The reason why the typed text cannot be chosen. */
interface TagRefusal {
  message: string;
  /** Whether Enter clears the field, because there is nothing to correct. */
  isDone?: boolean;
}

interface TagFieldProps {
  label: string;
  hint?: string;
  /** Options for the typed text. Enter chooses the first one. */
  options(typed: string): readonly TagOption[];
  onChoose(option: TagOption): void;
  /** Called for any text except spaces. */
  refuse?(typed: string): TagRefusal | null;
  /** Called when the text changes. If given, the chosen name stays in the field. */
  onType?(): void;
  /** Called for Backspace in an empty field. */
  onBackspace?(): void;
  /** Receives text left in the field when the focus moves away. If omitted, the text stays in the field. */
  onLeave?(typed: string): void;
  /** Called for Escape in an empty field. */
  onEscape?(): void;
  /** Whether the options push down what follows, as needed in a dialog, instead of overlaying it. */
  isInline?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Whether the field takes the focus when it appears. */
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
  // If the typed text is refused, Enter must not choose one of the options, unless the user selected it.
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
      // Without `onType`, the field is cleared for the next name; otherwise it shows the chosen one.
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
    // Keys that confirm an input method's composition choose no option.
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
    // Otherwise Escape would also close the dialog or act on the Reader.
    event.stopPropagation();
  }

  return (
    <div className={`relative ${props.className ?? ''}`}>
      <input
        ref={inputRef}
        data-autofocus
        // The field appears because the user asked for it.
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
          // Closing an inline list would move the button below it while the user presses it.
          if (!isInline) setOpen(false);
          setSaid(null);
          // The field is still the active element if another window got the focus.
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
      // Prevents the field from losing the focus, which would close the list.
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
  /** The entry's tags. */
  tags: readonly TagRef[];
  words: Strings['tags'];
}

/** The reason why an entry cannot get the typed tag, or null if it can. */
export function refuseTag(typed: string, { library, tags, words }: Refusing): TagRefusal | null {
  const name = typed.trim();
  if (name.length > maxTagCharacters) return { message: words.tooLong(maxTagCharacters, name.length) };
  const wanted = tagKey(name);
  if (wanted === '') return { message: words.notAName };
  const known = library.find((tag) => [tag.name, ...tag.synonyms].some((other) => tagKey(other) === wanted));
  const own = tags.find((tag) => tag.id === known?.id || tagKey(tag.name) === wanted);
  return own === undefined ? null : { message: words.alreadyAdded(own.name), isDone: true };
}
