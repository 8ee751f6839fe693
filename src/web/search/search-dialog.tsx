import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Command, useOfferedCommands } from '#web/commands.ts';
import { completionId, nextOption } from '#web/controls/search-field.tsx';
import { readKept, writeKept } from '#web/kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagCompletion } from '#web/tags/find-tags.ts';
import { FoundList } from './found-list.tsx';
import { type CommandSection, commandPrefix, groupCommands } from './group-commands.ts';
import { type FoundGroup, useFound } from './use-found.ts';

/** Delay after the last key before searching: long enough to type most of a word, short enough to feel instant. */
const settleMs = 150;

/** The palette: commands, and search across everything. Typed words are not stored. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const { search } = useStrings();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  const groups = useFound(query.startsWith(commandPrefix) ? '' : query);
  const [recent] = useState(readRecent);
  const sections = groupCommands(useOfferedCommands(), typed.trim(), recent);
  const [before] = useState(() => document.activeElement);
  const isLeaving = useRef(false);
  const toRun = useRef<(() => void) | null>(null);

  function choose(command: Command): void {
    rememberCommand(command.id);
    if ('run' in command) toRun.current = command.run;
    else isLeaving.current = true;
    onClose();
  }

  return (
    <Dialog.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // If a link was chosen, its destination sets the focus.
            if (!isLeaving.current && before instanceof HTMLElement) before.focus();
            // The command runs after focus is restored, so that it can move the focus and its dialog can return it.
            toRun.current?.();
          }}
          className="fixed top-[max(0.75rem,10dvh,env(safe-area-inset-top))] left-1/2 z-50 flex max-h-[min(40rem,80dvh)] w-[calc(100vw-1.5rem)] max-w-2xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-2xl outline-none"
        >
          <Dialog.Title className="sr-only">{search.heading}</Dialog.Title>
          <Finder
            typed={typed}
            query={query}
            sections={sections}
            groups={groups}
            onType={setTyped}
            onRun={choose}
            onChosen={() => {
              isLeaving.current = true;
              onClose();
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FinderProps {
  typed: string;
  query: string;
  sections: readonly CommandSection[];
  groups: readonly FoundGroup[];
  onType(text: string): void;
  onRun(command: Command): void;
  onChosen(): void;
}

/** A combobox as described by WAI-ARIA: the focus stays in the field. */
function Finder({ typed, query, sections, groups, onType, onRun, onChosen }: FinderProps) {
  const { search } = useStrings();
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<{ query: string; id: string } | null>(null);
  const complete = useTagCompletion();
  const completions = complete(typed);
  const ids = [
    ...completions.map((_, at) => completionId(at)),
    ...sections.flatMap(({ commands }) => commands.map(({ id }) => id)),
    ...groups.flatMap(({ items }) => items.map(({ id }) => id)),
  ];
  const kept = chosen?.query === query && ids.includes(chosen.id) ? chosen.id : null;
  const active = kept ?? ids[0] ?? null;
  const optionOf = (id: string) =>
    listRef.current?.querySelector<HTMLElement>(`[data-option="${CSS.escape(id)}"]`);

  useEffect(() => {
    if (kept !== null) {
      listRef.current
        ?.querySelector(`[data-option="${CSS.escape(kept)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
    }
  }, [kept]);

  function press(event: KeyboardEvent): void {
    // Enter that confirms an input method's composition selects nothing.
    if (event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (by !== null) {
      const next = nextOption(ids, active, by);
      if (next !== null) setChosen({ query, id: next });
    } else if (event.key === 'Enter') {
      if (active !== null) optionOf(active)?.click();
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="relative border-b border-line has-focus-visible:border-accent">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-muted"
        />
        <input
          type="text"
          role="combobox"
          aria-label={search.heading}
          aria-expanded={ids.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
          placeholder={search.placeholder}
          value={typed}
          maxLength={500}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={press}
          className="h-13 w-full bg-transparent ps-11 pe-4 text-base -outline-offset-2 focus-visible:outline-none"
        />
      </div>
      <FoundList
        listId={listId}
        listRef={listRef}
        query={query}
        completions={completions}
        sections={sections}
        groups={groups}
        active={active}
        onActive={(id) => setChosen({ query, id })}
        onComplete={(completion) => onType(`${completion} `)}
        onRun={onRun}
        onChosen={onChosen}
      />
    </>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return undefined;
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled;
}

const key = 'precis.recent-commands';
/** Number of recent commands stored. */
const most = 8;

/** The ids of recently used commands, newest first. Typed words are never stored. */
function readRecent(): string[] {
  return (readKept('local', key) ?? '').split('\n').filter((id) => id !== '');
}

function rememberCommand(id: string): void {
  writeKept('local', key, [id, ...readRecent().filter((other) => other !== id)].slice(0, most).join('\n'));
}
