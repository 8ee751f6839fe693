import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SessionDeliveries, ShownDelivery } from '#schema/sessions/delivery.ts';
import type { SessionId } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { LoadError } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { sessionsKeys } from './sessions-queries.ts';
import type { SessionsSearch } from './sessions-search.ts';

interface GivenSectionProps {
  id: SessionId;
  search: SessionsSearch;
}

/** Shows what a session was given from memory, and what of it came up again. */
export function GivenSection({ id, search }: GivenSectionProps) {
  const client = useClient();
  const { given: words } = useStrings().sessions;
  const query = useQuery({
    queryKey: sessionsKeys.given(id),
    queryFn: () => client.sessions.deliveries(id),
  });
  const { data } = query;
  return (
    <section aria-label={words.heading} className="min-h-9 border-b border-line text-[0.8125rem]">
      <LoadError of={query} className="py-2" />
      {data?.items.length === 0 ? <p className="py-2 text-muted">{words.none}</p> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <GivenList id={id} search={search} given={data} />
      )}
    </section>
  );
}

function GivenList({ id, search, given }: GivenSectionProps & { given: SessionDeliveries }) {
  const { sessions, separator } = useStrings();
  const { given: words } = sessions;
  const keep = useKeep(id);
  const { kept } = keep;
  const counts = [words.records(given.items.length), words.tokens(given.tokens), words.used(given.used)];
  return (
    <details>
      <summary className="cursor-pointer rounded py-2 text-muted pointer-coarse:py-3.5 hover:text-ink">
        <span className="numeric">{words.line(counts.join(separator))}</span>
      </summary>
      <p className="text-xs text-muted">{words.note}</p>
      <output className="block empty:hidden">
        {kept === null ? null : (
          <span className="mt-2 flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
            <span className="min-w-0 flex-1">{words.kept(kept.older, kept.newer)}</span>
            <Button look="quiet" disabled={keep.isPending} onClick={() => keep.set(kept, true)}>
              {words.undo}
            </Button>
          </span>
        )}
      </output>
      <ErrorNotice error={keep.error} />
      <ul aria-label={words.heading} className="divide-y divide-line pb-2">
        {given.items.map((delivery) => (
          <GivenRow
            key={`${delivery.at} ${delivery.occasion} ${delivery.ref}`}
            delivery={delivery}
            search={search}
            isBusy={keep.isPending}
            onKeep={(newer) => keep.set({ older: delivery.ref, newer }, false)}
          />
        ))}
      </ul>
    </details>
  );
}

interface GivenRowProps {
  delivery: ShownDelivery;
  search: SessionsSearch;
  isBusy: boolean;
  onKeep(newer: string): void;
}

function GivenRow({ delivery, search, isBusy, onKeep }: GivenRowProps) {
  const { sessions, separator } = useStrings();
  const { given: words } = sessions;
  const formats = useFormats();
  const { ref, excerpt, sessionDbId, occasion, tokens, at, usedWords, droppedAt, supersededBy } = delivery;
  const facts = [
    words.occasions[occasion],
    words.tokens(tokens),
    formats.time(at),
    ...(excerpt === null
      ? []
      : [usedWords.length === 0 ? words.unused : words.usedWords(usedWords.join(', '))]),
    ...(droppedAt === null ? [] : [words.dropped]),
  ];
  return (
    <li className="py-2">
      <p className={`wrap-anywhere ${excerpt === null || droppedAt !== null ? 'text-muted' : ''}`}>
        {sessionDbId === null ? (
          <span className="font-medium">{ref}</span>
        ) : (
          <Link
            to="/sessions/$sessionId"
            params={{ sessionId: String(sessionDbId) }}
            search={{ ...search, at: ref }}
            preload={false}
            className="rounded font-medium text-accent underline pointer-coarse:py-3"
          >
            {ref}
          </Link>
        )}{' '}
        {excerpt ?? words.deleted}
      </p>
      <p className="numeric mt-0.5 text-xs text-muted wrap-anywhere">
        <span title={formats.fullTime(at)}>{facts.join(separator)}</span>
      </p>
      {supersededBy === null ? null : (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-caution">
          {words.superseded(supersededBy)}
          <Button look="quiet" disabled={isBusy} onClick={() => onKeep(supersededBy)}>
            {words.keep(ref, supersededBy)}
          </Button>
        </p>
      )}
    </li>
  );
}

interface Pair {
  older: string;
  newer: string;
}

/** Says that a later session does not replace an earlier one. The last such word can be taken back. */
function useKeep(id: SessionId) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, data } = useMutation({
    async mutationFn({ isSuperseded, ...pair }: Pair & { isSuperseded: boolean }) {
      await client.sessions.setSuperseded({ ...pair, isSuperseded });
      return isSuperseded ? null : pair;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKeys.given(id) }),
  });
  return {
    isPending,
    error,
    kept: data ?? null,
    set: (pair: Pair, isSuperseded: boolean) => mutate({ ...pair, isSuperseded }),
  };
}
