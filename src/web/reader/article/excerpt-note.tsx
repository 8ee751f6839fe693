import type { Entry } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFetchFullText } from '#web/reader/entry-actions.ts';
import { safeUrl } from '#web/reader/safe-url.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Says that the feed provides only an excerpt, and fetches the rest. */
export function ExcerptNote({ entry }: { entry: Entry }) {
  const { article } = useStrings().reader;
  const fetchFullText = useFetchFullText();
  if (entry.textOrigin !== 'excerpt' || safeUrl(entry.url) === null) return null;
  const { isPending, error, variables } = fetchFullText;
  return (
    <div className="mb-6 space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3.5 py-2">
        <p className="min-w-0 flex-1 text-muted">{article.excerptOnly}</p>
        <Button disabled={isPending} onClick={() => fetchFullText.mutate(entry.id)}>
          {isPending ? article.fetching : article.fetchFullText}
        </Button>
      </div>
      {variables === entry.id ? <ErrorNotice error={error} /> : null}
    </div>
  );
}
