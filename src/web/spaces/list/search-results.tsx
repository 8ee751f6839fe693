import { Link } from '@tanstack/react-router';
import { toAppError } from '#schema/app-error.ts';
import type { ThreadHit } from '#schema/spaces/spaces-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { markTerms } from '#web/controls/terms/mark-terms.ts';
import { useThreadSearch } from '#web/spaces/use-spaces.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** Messages from all threads that contain every word. */
export function SearchResults({ query }: { query: string }) {
  const { spaces, problem } = useStrings();
  const { list: words } = spaces;
  const found = useThreadSearch(query);
  const hits = found.data?.pages.flatMap((page) => page.items) ?? [];
  if (found.error !== null && hits.length === 0) {
    return (
      <ProblemNotice problem={toAppError(found.error)}>
        <Button onClick={() => void found.refetch()}>{problem.retry}</Button>
      </ProblemNotice>
    );
  }
  if (found.isPending) return <p className="appear-late px-2 py-1.5 text-muted">{spaces.loading}</p>;
  if (hits.length === 0) {
    return (
      <div role="status" className="px-2 py-1.5">
        <p>{words.noResults(query)}</p>
        <p className="text-muted">{words.noResultsNext}</p>
      </div>
    );
  }
  return (
    <>
      <ul aria-label={words.results} className="space-y-px">
        {hits.map((hit) => (
          <Hit key={hit.message.id} hit={hit} query={query} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button
          look="quiet"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
          className="px-2 font-normal text-muted"
        >
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

function Hit({ hit: { thread, message, excerpt }, query }: { hit: ThreadHit; query: string }) {
  const { list } = useStrings().spaces;
  const formats = useFormats();
  return (
    <li>
      <Link
        to="/spaces/thread/$threadId"
        params={{ threadId: thread.id }}
        search={{ message: message.seq }}
        preload={false}
        activeOptions={{ exact: true, includeSearch: true }}
        className="block rounded-md px-2 py-1.5 -outline-offset-2 hover:bg-sunken [&.active]:bg-accent-wash"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{thread.title ?? list.untitled}</span>
          <span className="numeric text-xs text-muted">{formats.age(message.createdAt)}</span>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-3 text-[0.8125rem] text-muted wrap-anywhere">
          {markTerms(excerpt, query).map(({ text, isHit }, index) =>
            isHit ? (
              // oxlint-disable-next-line react/no-array-index-key
              <mark key={index} className="rounded-xs bg-caution-wash text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      </Link>
    </li>
  );
}
