import { Link } from '@tanstack/react-router';
import { toAppError } from '#schema/app-error.ts';
import type { SessionHit } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { hitLines } from '#web/controls/terms/hit-lines.ts';
import { MarkedText } from '#web/controls/terms/marked-text.tsx';
import { projectName } from '#web/sessions/project-name.ts';
import type { SessionsSearch } from '#web/sessions/sessions-search.ts';
import { useHits } from '#web/sessions/use-sessions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** Results, best first; each links to its place in its session. */
export function HitList({ search }: { search: SessionsSearch }) {
  const { sessions, problem } = useStrings();
  const found = useHits(search);
  const hits = found.data?.pages.flatMap((page) => page.items) ?? [];
  if (found.error !== null && hits.length === 0) {
    return (
      <div className="py-4">
        <ProblemNotice problem={toAppError(found.error)}>
          <Button onClick={() => void found.refetch()}>{problem.retry}</Button>
        </ProblemNotice>
      </div>
    );
  }
  if (found.isPending) return <p className="appear-late py-6 text-muted">{sessions.loading}</p>;
  if (hits.length === 0) {
    return (
      <div role="status">
        <EmptyState title={sessions.search.none} next={sessions.search.noneNext} />
      </div>
    );
  }
  return (
    <>
      <ul
        aria-label={sessions.search.results}
        aria-busy={found.isPlaceholderData}
        className="-mx-3 divide-y divide-line/70 py-1"
      >
        {hits.map((hit) => (
          <Hit key={hit.ref} hit={hit} search={search} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button
          look="quiet"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
          className="font-normal text-muted"
        >
          {sessions.more}
        </Button>
      ) : null}
    </>
  );
}

function Hit({ hit, search }: { hit: SessionHit; search: SessionsSearch }) {
  const { sessions, separator } = useStrings();
  const formats = useFormats();
  const { kind, ref, project, sessionDbId, createdAt } = hit;
  const { title, excerpt } = hitLines(hit);
  // Only records are requested here.
  if (kind === 'entry' || kind === 'thread' || sessionDbId === null) return null;
  const query = search.q ?? '';
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
          <MarkedText text={title} query={query} />
        </span>
        {excerpt === '' ? null : (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-[0.8125rem] text-muted wrap-anywhere">
            <MarkedText text={excerpt} query={query} />
          </span>
        )}
      </Link>
    </li>
  );
}
