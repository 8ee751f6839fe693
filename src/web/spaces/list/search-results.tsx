import { Link } from '@tanstack/react-router';
import type { ThreadHit } from '#schema/spaces/spaces-wire.ts';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { MarkedText } from '#web/controls/terms/marked-text.tsx';
import { useThreadSearch } from '#web/spaces/use-spaces.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** Messages from all threads that contain every word. */
export function SearchResults({ query }: { query: string }) {
  const { list: words } = useStrings().spaces;
  const found = useThreadSearch(query);
  const empty = (
    <div role="status" className="px-2 py-1.5">
      <p>{words.noResults(query)}</p>
      <p className="text-muted">{words.noResultsNext}</p>
    </div>
  );
  return (
    <LoadedList of={found} empty={empty} className="px-2 py-1.5">
      {(hits) => (
        <ul aria-label={words.results} className="space-y-px">
          {hits.map((hit) => (
            <Hit key={hit.message.id} hit={hit} query={query} />
          ))}
        </ul>
      )}
    </LoadedList>
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
          <MarkedText text={excerpt} query={query} />
        </span>
      </Link>
    </li>
  );
}
