import { Plus, Sparkles, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { EntryHead } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import { useHandedFocus } from '#web/controls/focus/keep-focus.ts';
import { keyHint } from '#web/controls/keys.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { keyOf } from '#web/reader/shortcuts.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { SummarySource } from '#web/summary-panel/grounding/sentence-passages.ts';
import { matchTags } from '#web/tags/find-tags.ts';
import { refuseTag, TagField } from '#web/tags/tag-field.tsx';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { TagWord, wordButtonClass } from '#web/tags/tag-word.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useEntryTags } from './use-entry-tags.ts';

interface EntryTagsProps {
  head: EntryHead;
  /** The open article, or null until it is loaded. */
  source: SummarySource | null;
  /** The button that starts editing. */
  editRef: RefObject<HTMLButtonElement | null>;
}

/** Shows the entry's tags and the suggested tags under the title. */
export function EntryTags({ head, source, editRef }: EntryTagsProps) {
  const { tags: words } = useStrings();
  const [refused, setRefused] = useState<string | null>(null);
  const { data, error, change, suggesting } = useEntryTags(head.id);
  const { data: library = [] } = useTagLibrary();
  const [isEditing, setEditing] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const tags = data?.tags ?? head.tags;
  const last = tags.at(-1);
  const actionFocus = useHandedFocus();
  const refuse = (typed: string) => refuseTag(typed, { library, tags, words });

  /** Adds a tag as it was typed. The library decides under which name it is kept. */
  function add(typed: string): void {
    const refusal = refuse(typed);
    if (refusal === null) change.mutate({ kind: 'add', name: typed.trim() });
    else if (refusal.isDone !== true) setRefused(refusal.message);
  }

  function edit(): void {
    forget();
    setEditing(true);
  }

  /** Removes the messages about earlier problems. */
  function forget(): void {
    setRefused(null);
    change.reset();
  }

  function stop(): void {
    setEditing(false);
    // In the next frame, the button has replaced the field.
    requestAnimationFrame(() => editRef.current?.focus());
  }

  return (
    // The group only observes when the focus leaves it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={words.heading}
      className="mt-2.5"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setEditing(false);
      }}
    >
      <div className="-ms-1.5 flex flex-wrap items-center gap-x-0.5 gap-y-1">
        {tags.length === 0 ? null : (
          <ul className="contents">
            {tags.map((tag) => (
              <TagWord
                key={tag.id}
                tag={tag}
                onRemove={
                  isEditing
                    ? () => {
                        inputRef.current?.focus();
                        change.mutate({ kind: 'remove', tagId: tag.id });
                      }
                    : null
                }
              />
            ))}
          </ul>
        )}
        {isEditing ? (
          <TagField
            label={words.input}
            hint={words.inputHint}
            inputRef={inputRef}
            isFocused
            options={(typed) =>
              matchTags(library, typed, { allowsNew: true, without: new Set(tags.map(({ id }) => id)) })
            }
            refuse={refuse}
            onChoose={({ name }) => change.mutate({ kind: 'add', name })}
            onLeave={add}
            onBackspace={() => {
              if (last !== undefined) change.mutate({ kind: 'remove', tagId: last.id });
            }}
            onEscape={() => {
              forget();
              stop();
            }}
            className="ms-1 w-40"
          />
        ) : (
          <button
            ref={editRef}
            type="button"
            aria-label={tags.length === 0 ? undefined : words.edit}
            {...keyHint(tags.length === 0 ? words.add : words.edit, keyOf('tag'))}
            onClick={edit}
            className={wordButtonClass}
          >
            <Plus aria-hidden className="size-3.5" />
            {tags.length === 0 ? words.add : null}
          </button>
        )}
        {isEditing ? (
          <button type="button" onClick={stop} className={wordButtonClass}>
            {words.done}
          </button>
        ) : suggesting.isRunning ? (
          <>
            <output className="numeric appear-late ps-1.5 text-[0.8125rem] text-muted">
              {words.suggesting(suggesting.progress)}
            </output>
            <button {...actionFocus} type="button" onClick={suggesting.abort} className={wordButtonClass}>
              {words.abort}
            </button>
          </>
        ) : (
          <button
            {...actionFocus}
            type="button"
            onClick={() => {
              forget();
              suggesting.start();
            }}
            className={wordButtonClass}
          >
            <Sparkles aria-hidden className="size-3.5" />
            {words.suggest}
          </button>
        )}
      </div>
      <SuggestionList
        suggestions={data?.suggestions ?? []}
        source={source}
        onAccept={(key) => change.mutate({ kind: 'accept', ...(key === undefined ? {} : { key }) })}
        onDismiss={(key) => change.mutate({ kind: 'dismiss', ...(key === undefined ? {} : { key }) })}
        afterRef={editRef}
      />
      {refused === null ? null : (
        <output className="mt-1 block text-[0.8125rem] text-danger">{refused}</output>
      )}
      <SuggestNotice suggesting={suggesting} error={error ?? change.error} />
    </div>
  );
}

interface SuggestNoticeProps {
  suggesting: ReturnType<typeof useEntryTags>['suggesting'];
  /** The reason why the tags could not be read or changed. */
  error: Error | null;
}

/** With these errors the entry itself is the reason, so trying again changes nothing. */
const gateCodes: ReadonlySet<ErrorCode> = new Set([
  'source_empty',
  'source_too_short',
  'source_title_only',
  'source_blocked',
]);

/** Says why there are no suggestions, or why a change was not saved. */
function SuggestNotice({ suggesting, error }: SuggestNoticeProps) {
  const { tags, problem } = useStrings();
  if (error !== null) {
    return (
      <div className="mt-2">
        <ErrorNotice error={error} />
      </div>
    );
  }
  const { failed } = suggesting;
  const failure =
    suggesting.error !== null
      ? toAppError(suggesting.error)
      : failed !== null && failed.errorCode !== null
        ? { code: failed.errorCode, message: failed.errorMessage ?? '' }
        : null;
  if (suggesting.isRunning) return null;
  if (failure === null) {
    return suggesting.foundNothing ? (
      <output className="mt-1 block text-[0.8125rem] text-muted">{tags.noSuggestions}</output>
    ) : null;
  }
  const isGated = gateCodes.has(failure.code);
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-1 text-[0.8125rem]">
      <p className={`min-w-0 wrap-anywhere ${isGated ? 'text-muted' : 'text-danger'}`}>
        {isGated ? tags.notEnoughText : tags.failed(problem.reason(failure.code, failure.message))}
      </p>
      {isGated ? null : (
        <button type="button" onClick={suggesting.start} className={wordButtonClass}>
          {tags.tryAgain}
        </button>
      )}
      <button
        type="button"
        aria-label={problem.dismiss}
        title={problem.dismiss}
        onClick={suggesting.dismissFailure}
        className={wordButtonClass}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}
