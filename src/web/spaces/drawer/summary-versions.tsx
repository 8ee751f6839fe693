import { useMemo, useState } from 'react';
import type { SummaryVersion, Thread } from '#schema/spaces/space.ts';
import { diffWords } from '#text/diff-words.ts';
import { Button } from '#web/controls/button.tsx';
import { ChangesView } from '#web/controls/changes-view.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useThreadEdits } from '#web/spaces/thread/use-thread.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useSummaryAuthor } from './summary-body.tsx';

interface SummaryVersionsProps {
  thread: Thread;
  versions: readonly SummaryVersion[];
  /** Whether a fold is in progress. Restoring a version then would lose or conflict with its result. */
  isBusy: boolean;
}

export function SummaryVersions({ thread, versions, isBusy }: SummaryVersionsProps) {
  const { versions: words } = useStrings().spaces;
  const older = versions.filter(({ revision }) => revision < thread.summaryRevision);
  const [shown, setShown] = useState<number | null>(null);
  if (older.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer rounded-sm text-xs text-muted">
        {words.heading(older.length)}
      </summary>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {older.map((version) => (
          <li key={version.revision}>
            <VersionRow
              version={version}
              isShown={shown === version.revision}
              onToggle={() => setShown(shown === version.revision ? null : version.revision)}
            />
            {shown === version.revision ? (
              <VersionBody thread={thread} version={version} isBusy={isBusy} />
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface VersionRowProps {
  version: SummaryVersion;
  isShown: boolean;
  onToggle(): void;
}

function VersionRow({ version, isShown, onToggle }: VersionRowProps) {
  const { spaces, separator } = useStrings();
  const formats = useFormats();
  const authorOf = useSummaryAuthor();
  const { reason, createdAt } = version;
  const by = reason === 'edit' ? null : authorOf(version);
  return (
    <button
      type="button"
      aria-expanded={isShown}
      onClick={onToggle}
      className="-mx-1.5 flex w-[calc(100%+0.75rem)] flex-wrap items-baseline gap-x-2 rounded-sm px-1.5 py-1.5 text-start text-xs hover:bg-sunken"
    >
      <span className="font-medium">{spaces.versions.reasons[reason]}</span>
      <span className="numeric min-w-0 text-muted [overflow-wrap:anywhere]">
        {[formats.time(createdAt), by].filter((part) => part !== null).join(separator)}
      </span>
    </button>
  );
}

function VersionBody({
  thread,
  version,
  isBusy,
}: Omit<SummaryVersionsProps, 'versions'> & { version: SummaryVersion }) {
  const { versions: words } = useStrings().spaces;
  const { restore } = useThreadEdits(thread.id);
  const changes = useMemo(
    () => diffWords(thread.summary ?? '', version.text),
    [thread.summary, version.text],
  );
  const isOlder = version.throughSeq < thread.summaryThroughSeq;
  return (
    <div className="space-y-2 pt-1 pb-3">
      <p className="text-xs text-muted">{words.compared}</p>
      <p data-testid="version-diff" className="leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
        <ChangesView changes={changes} />
      </p>
      {isOlder ? <p className="text-xs text-muted">{words.foldsAgain}</p> : null}
      <ErrorNotice error={restore.error} tone="caution" />
      <Button
        disabled={isBusy || restore.isPending}
        onClick={() =>
          restore.mutate({ revision: version.revision, summaryRevision: thread.summaryRevision })
        }
      >
        {words.restore}
      </Button>
    </div>
  );
}
