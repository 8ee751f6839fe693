import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useAddEntry } from '#web/reader/add/use-add-entry.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { toSharedEntry } from './parse-shared.ts';

const route = getRouteApi('/share');

/** Saves what another app shared. It asks first, because any web page can link here. */
export function ShareScreen() {
  const { offline, productName } = useStrings();
  const { share } = offline;
  const search = route.useSearch();
  const navigate = useNavigate();
  const addEntry = useAddEntry(({ id }) => {
    void navigate({
      to: '/reader/$view/{-$entryId}',
      params: { view: 'saved', entryId: String(id) },
      search: {},
      replace: true,
    });
  });
  const entry = toSharedEntry(search);
  const title = <title>{`${share.heading} – ${productName}`}</title>;
  if (entry === null) {
    return (
      <>
        {title}
        <EmptyState title={share.nothing} next={share.nothingNext} />
      </>
    );
  }
  return (
    <div className="mx-auto max-w-xl space-y-4 p-6">
      {title}
      <h1 className="text-lg font-semibold">{share.heading}</h1>
      <div className="space-y-1 wrap-anywhere">
        {search.title === undefined ? null : <p className="font-medium">{search.title}</p>}
        <p className="line-clamp-6 text-muted">{entry.kind === 'page' ? entry.url : entry.text}</p>
      </div>
      <ErrorNotice error={addEntry.error} />
      <div className="flex gap-2">
        <Button look="primary" disabled={addEntry.isPending} onClick={() => addEntry.mutate(entry)}>
          {addEntry.isPending ? share.saving : share.save}
        </Button>
        <Link to="/" className={buttonClass('quiet')}>
          {share.cancel}
        </Link>
      </div>
    </div>
  );
}
