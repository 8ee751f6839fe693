import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { Command } from '#web/commands.ts';
import { CompletionOptions } from '#web/controls/search-field.tsx';
import { MarkedText } from '#web/controls/search-hits.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { findUnknownTag } from '#web/tags/find-tags.ts';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { type CommandSection, commandPrefix } from './group-commands.ts';
import type { Found, FoundGroup } from './use-found.ts';

interface FoundListProps {
  listId: string;
  listRef: RefObject<HTMLDivElement | null>;
  query: string;
  /** Completed forms of the typed query. */
  completions: readonly string[];
  sections: readonly CommandSection[];
  groups: readonly FoundGroup[];
  active: string | null;
  onActive(id: string): void;
  onComplete(completion: string): void;
  onRun(command: Command): void;
  /** Called when a link is followed. */
  onChosen(): void;
}

/** Lists commands, then results by kind, or a message if there are none. */
export function FoundList(props: FoundListProps) {
  const { listId, listRef, query, completions, sections, groups, active } = props;
  const { onActive, onComplete, onRun, onChosen } = props;
  const { search, palette, reader, tags } = useStrings();
  const { data: library } = useTagLibrary();
  const unknownTag = findUnknownTag(query, library);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const commandCount = sections.reduce((sum, { commands }) => sum + commands.length, 0);
  const isSearching = groups.some((group) => group.isSearching);
  const shown = groups.filter(({ items }) => items.length > 0);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div
          ref={listRef}
          id={listId}
          role="listbox"
          aria-label={search.results}
          className="px-2 empty:hidden"
        >
          {completions.length === 0 ? null : (
            <div role="group" aria-label={reader.list.completions} className="py-1.5">
              <CompletionOptions
                listId={listId}
                completions={completions}
                active={active}
                onActive={onActive}
                onChoose={onComplete}
              />
            </div>
          )}
          {sections.map(({ name, commands }) => (
            <Section key={name} id={`${listId}-${name}`} title={palette.sections[name]}>
              {commands.map((command) => (
                <CommandOption
                  key={command.id}
                  optionId={`${listId}-${command.id}`}
                  command={command}
                  query={query}
                  isActive={command.id === active}
                  onActive={() => onActive(command.id)}
                  onChosen={() => onRun(command)}
                />
              ))}
            </Section>
          ))}
          {shown.map(({ kind, items }) => (
            <Section key={kind} id={`${listId}-${kind}`} title={search.kinds[kind]}>
              {items.map((item) => (
                <Option
                  key={item.id}
                  optionId={`${listId}-${item.id}`}
                  item={item}
                  query={query}
                  isActive={item.id === active}
                  onActive={() => onActive(item.id)}
                  onChosen={onChosen}
                />
              ))}
            </Section>
          ))}
        </div>
        {groups
          .filter(({ hasFailed }) => hasFailed)
          .map(({ kind }) => (
            <p key={kind} role="alert" className="px-4.5 py-2 text-caution">
              {search.failed(search.kinds[kind])}
            </p>
          ))}
        {count + completions.length + commandCount > 0 || query === '' ? null : isSearching ? (
          <p className="appear-late px-4.5 py-4 text-muted">{search.searching}</p>
        ) : (
          <div className="px-4.5 py-4 wrap-anywhere">
            <p>{unknownTag === null ? search.none(query) : tags.unknown(unknownTag)}</p>
            <p className="text-muted">{unknownTag === null ? search.noneNext : tags.unknownNext}</p>
          </div>
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 border-t border-line px-4.5 py-2 text-xs text-muted max-sm:hidden">
        <Key name="↑↓" what={search.keys.move} />
        <Key name="↵" what={search.keys.open} />
        <Key name="Esc" what={search.keys.close} />
        <Key name={commandPrefix} what={search.keys.commands} />
        <output className="numeric ms-auto">
          {query === '' || query.startsWith(commandPrefix) || isSearching ? '' : search.count(count)}
        </output>
      </footer>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div role="group" aria-labelledby={id} className="py-1.5">
      <div id={id} role="presentation" className="px-2.5 py-1 text-xs font-medium text-muted">
        {title}
      </div>
      {children}
    </div>
  );
}

interface OptionProps {
  optionId: string;
  item: Found;
  query: string;
  isActive: boolean;
  onActive(): void;
  onChosen(): void;
}

function Option({ optionId, item, query, isActive, onActive, onChosen }: OptionProps) {
  const { search } = useStrings();
  const formats = useFormats();
  return (
    <Link
      {...item.link}
      preload={false}
      id={optionId}
      role="option"
      aria-selected={isActive}
      data-option={item.id}
      tabIndex={-1}
      onPointerMove={isActive ? undefined : onActive}
      onClick={onChosen}
      className={`block rounded-md px-2.5 py-1.5 ${isActive ? 'bg-accent-wash' : ''}`}
    >
      <span className="flex items-baseline gap-2">
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          <MarkedText text={item.title === '' ? search.untitled : item.title} query={query} />
        </span>
        {item.origin === null ? null : (
          <span className="max-w-[35%] truncate text-xs text-muted">{item.origin}</span>
        )}
        <span className="numeric shrink-0 text-xs text-muted">{formats.age(item.at)}</span>
      </span>
      {item.excerpt === '' ? null : (
        <span dir="auto" className="block truncate text-[0.8125rem] text-muted">
          {item.foundIn === undefined ? '' : `${search.foundIn[item.foundIn]} `}
          <MarkedText text={item.excerpt} query={query} />
        </span>
      )}
    </Link>
  );
}

function Key({ name, what }: { name: string; what: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <kbd className="rounded border border-line bg-sunken px-1.5 font-mono">{name}</kbd>
      {what}
    </span>
  );
}

interface CommandOptionProps {
  optionId: string;
  command: Command;
  query: string;
  isActive: boolean;
  onActive(): void;
  onChosen(): void;
}

function CommandOption({ optionId, command, query, isActive, onActive, onChosen }: CommandOptionProps) {
  const { palette } = useStrings();
  const { label, note, shortcut, isCurrent = false } = command;
  const option = {
    id: optionId,
    role: 'option',
    'aria-selected': isActive,
    'data-option': command.id,
    tabIndex: -1,
    onPointerMove: isActive ? undefined : onActive,
    onClick: onChosen,
    className: `flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 pointer-coarse:min-h-11 ${isActive ? 'bg-accent-wash' : ''}`,
  };
  const content = (
    <>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <MarkedText text={label} query={query} />
      </span>
      {note === undefined ? null : <span className="max-w-[35%] truncate text-xs text-muted">{note}</span>}
      {isCurrent ? (
        <span className="flex shrink-0 items-center gap-1 text-xs text-muted">
          <Check aria-hidden className="size-3.5 text-accent" />
          {palette.current}
        </span>
      ) : null}
      {shortcut === undefined ? null : (
        <kbd
          aria-hidden
          className="shrink-0 rounded border border-line bg-sunken px-1.5 font-mono text-xs text-muted pointer-coarse:hidden"
        >
          {shortcut}
        </kbd>
      )}
    </>
  );
  return 'link' in command ? (
    <Link {...command.link} preload={false} {...option}>
      {content}
    </Link>
  ) : (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field above has the focus and the keys.
    <div {...option}>{content}</div>
  );
}
