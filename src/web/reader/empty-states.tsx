import { Link } from '@tanstack/react-router';
import { FileUp, ListPlus, type LucideIcon, Rss, Sparkles, SquareTerminal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Entry } from '#schema/entry.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { fieldClass } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { findUnknownTag } from '#web/tags/find-tags.ts';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { useAddEntry } from './add/use-add-entry.ts';
import { isTagGone, type Place } from './place.ts';
import { withScheme } from './web-address.ts';

interface FirstRunProps {
  adding: boolean;
  error: Error | null;
  onAdd(what: 'feed' | 'file' | 'opml'): void;
  onSample(): void;
  onEntry(entry: Entry): void;
}

/** Says what Precis is and offers every way to start. */
export function FirstRun({ adding, error, onAdd, onSample, onEntry }: FirstRunProps) {
  const { firstRun } = useStrings().reader;
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-7 px-5 py-12">
      <div>
        <h1 className="text-center text-2xl font-semibold tracking-tight">{firstRun.heading}</h1>
        <p className="mt-2 max-w-xl text-center text-balance text-muted">{firstRun.about}</p>
      </div>
      <PasteLink onEntry={onEntry} />
      <div className="grid w-full max-w-3xl gap-3 sm:grid-cols-2 lg:grid-cols-6">
        <Choice
          icon={Sparkles}
          title={adding ? firstRun.adding : firstRun.sample}
          next={firstRun.sampleNext}
          disabled={adding}
          onClick={onSample}
        />
        <Choice icon={Rss} title={firstRun.feed} next={firstRun.feedNext} onClick={() => onAdd('feed')} />
        <Choice icon={FileUp} title={firstRun.file} next={firstRun.fileNext} onClick={() => onAdd('file')} />
        <Choice
          icon={ListPlus}
          title={firstRun.opml}
          next={firstRun.opmlNext}
          onClick={() => onAdd('opml')}
          className="lg:col-span-3"
        />
        <Link to="/sessions" className={`${choiceClass} sm:max-lg:col-span-2 lg:col-span-3`}>
          <ChoiceText icon={SquareTerminal} title={firstRun.agent} next={firstRun.agentNext} />
        </Link>
      </div>
      <ErrorNotice error={error} />
      <p className="text-center text-balance text-muted">
        {firstRun.offline} {firstRun.connect}{' '}
        <Link to="/settings/$section" params={{ section: 'models' }} className="text-accent underline">
          {firstRun.settings}
        </Link>
      </p>
    </div>
  );
}

function PasteLink({ onEntry }: Pick<FirstRunProps, 'onEntry'>) {
  const { add, firstRun } = useStrings().reader;
  const [address, setAddress] = useState('');
  const addEntry = useAddEntry(onEntry);
  const isEmpty = address.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isEmpty || addEntry.isPending) return;
    addEntry.mutate({ kind: 'page', url: withScheme(address) });
  }

  return (
    <form onSubmit={submit} className="w-full max-w-xl space-y-3">
      <div className="flex gap-2">
        <input
          type="text"
          aria-label={firstRun.link}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={firstRun.link}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          className={`${fieldClass} min-h-11`}
        />
        <Button look="primary" type="submit" className="min-h-11" disabled={isEmpty || addEntry.isPending}>
          {addEntry.isPending ? add.fetching : firstRun.read}
        </Button>
      </div>
      <ErrorNotice error={addEntry.error} />
    </form>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  title: string;
  next: string;
  disabled?: boolean;
  onClick(): void;
  /** The columns that the choice spans. The five choices leave no gap. */
  className?: string;
}

const choiceClass =
  'group flex flex-col items-start gap-1 rounded-xl border border-line bg-surface p-4 text-start transition-colors hover:border-accent hover:bg-accent-wash';

function Choice({ disabled = false, onClick, className = 'lg:col-span-2', ...text }: ChoiceProps) {
  return (
    <button type="button" disabled={disabled} onClick={onClick} className={`${choiceClass} ${className}`}>
      <ChoiceText {...text} />
    </button>
  );
}

function ChoiceText({ icon: Icon, title, next }: Pick<ChoiceProps, 'icon' | 'title' | 'next'>) {
  return (
    <>
      <Icon aria-hidden className="mb-1.5 size-6 text-accent" strokeWidth={1.6} />
      <span className="text-base font-semibold">{title}</span>
      <span className="text-muted">{next}</span>
    </>
  );
}

interface ListEmptyProps {
  place: Place;
  /** The name of the place. */
  title: string;
  /** Whether the place is a feed without entries. */
  isEmptyFeed: boolean;
  onShowAll(): void;
}

/** Says why the list is empty and what to do. */
export function ListEmpty({ place, title, isEmptyFeed, onShowAll }: ListEmptyProps) {
  const { reader, tags } = useStrings();
  const { list } = reader;
  const { data: library } = useTagLibrary();
  if (isTagGone(place, library)) {
    return (
      <EmptyState title={tags.gone} next={tags.goneNext}>
        <div className="flex flex-wrap justify-center gap-2">
          <Link
            to="/reader/$view/{-$entryId}"
            params={{ view: 'all', entryId: undefined }}
            search={{}}
            className={buttonClass('plain')}
          >
            {list.showAll}
          </Link>
          <Link
            to="/settings/$section"
            params={{ section: 'tags' }}
            search={{}}
            className={buttonClass('quiet')}
          >
            {tags.all}
          </Link>
        </div>
      </EmptyState>
    );
  }
  const unknown = findUnknownTag(place.q ?? '', library);
  if (unknown !== null) return <EmptyState title={tags.unknown(unknown)} next={tags.unknownNext} />;
  if (place.q !== undefined) {
    return <EmptyState title={list.emptySearch(place.q)} next={list.emptySearchNext} />;
  }
  if (place.view === 'starred') return <EmptyState title={list.emptyStarred} next={list.emptyStarredNext} />;
  if (place.view === 'saved') return <EmptyState title={list.emptySaved} next={list.emptySavedNext} />;
  if (isEmptyFeed) return <EmptyState title={list.emptyFeed} next={list.emptyFeedNext} />;
  if (place.view === 'all' && place.tag !== undefined) {
    return <EmptyState title={tags.emptyPlace(title)} next={tags.emptyPlaceNext} />;
  }
  if (place.view === 'all') return <EmptyState title={list.empty} next={list.emptyNext} />;
  return (
    <EmptyState title={list.emptyUnread} next={list.emptyUnreadNext}>
      <Button onClick={onShowAll}>{list.showAll}</Button>
    </EmptyState>
  );
}

/** Takes the place of an article until one is opened. */
export function NoArticle() {
  const { article } = useStrings().reader;
  return (
    <div className="flex h-full flex-col justify-center pb-16">
      <EmptyState title={article.none} next={article.noneNext} />
    </div>
  );
}
