import { Link } from '@tanstack/react-router';
import type { SessionHit } from '#schema/sessions/sessions-wire.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/loaded.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { hitLines, MarkedText } from '#web/controls/search-hits.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { projectName, useHits } from './sessions-queries.ts';
import { isFiltered, type SessionsSearch, withoutFilters } from './sessions-search.ts';

export function HitList({ search }: { search: SessionsSearch }) {
  const { search: words } = useStrings().sessions;
  const found = useHits(search);
  const empty = (
    <div role="status">
      <EmptyState title={words.none} next={words.noneNext}>
        {isFiltered(search) ? (
          <Link to="/sessions" search={withoutFilters(search)} className={buttonClass('plain')}>
            {words.clear}
          </Link>
        ) : undefined}
      </EmptyState>
    </div>
  );
  const { unindexed = 0, terms = [], meaning = 'off' } = found.data?.pages[0] ?? {};
  const note = meaning === 'off' || meaning === 'used' ? null : words.meaning[meaning];
  const marked = terms.join(' ');
  return (
    <>
      {unindexed === 0 ? null : (
        <p role="status" className="pt-4 text-sm text-muted">
          {words.unindexed(unindexed)}
        </p>
      )}
      {note === null ? null : (
        <p role="status" className="pt-4 text-sm text-muted">
          {note}
        </p>
      )}
      <LoadedList of={found} empty={empty} className="py-4">
        {(hits) => (
          <ul
            aria-label={words.results}
            aria-busy={found.isPlaceholderData}
            className="-mx-3 divide-y divide-line/70 py-1"
          >
            {hits.map((hit) => (
              <Hit key={hit.ref} hit={hit} search={search} marked={marked} />
            ))}
          </ul>
        )}
      </LoadedList>
    </>
  );
}

/** `marked` has the searched words only, because a question contains other words too. */
function Hit({ hit, search, marked }: { hit: SessionHit; search: SessionsSearch; marked: string }) {
  const { sessions, separator } = useStrings();
  const formats = useFormats();
  const { kind, ref, project, sessionDbId, createdAt } = hit;
  const { title, excerpt } = hitLines(hit);
  // The search requests records only, so other kinds do not occur.
  if (kind === 'entry' || kind === 'thread' || sessionDbId === null) return null;
  const about = [
    sessions.kinds[kind],
    ...(search.project === undefined ? [projectName(project, sessions)] : []),
  ];
  return (
    <li>
      <Link
        to="/sessions/$sessionId"
        params={{ sessionId: String(sessionDbId) }}
        search={{ ...search, at: ref }}
        preload={false}
        className="block rounded-md px-3 py-2.5 -outline-offset-2 hover:bg-sunken"
      >
        <span className="flex items-baseline gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">{about.join(separator)}</span>
          <span className="numeric shrink-0">{formats.time(createdAt)}</span>
        </span>
        <span dir="auto" className="mt-0.5 block truncate font-medium">
          <MarkedText text={title} query={marked} />
        </span>
        {excerpt === '' ? null : (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-[0.8125rem] text-muted wrap-anywhere">
            <MarkedText text={excerpt} query={marked} />
          </span>
        )}
      </Link>
    </li>
  );
}
