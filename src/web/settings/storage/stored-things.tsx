import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClearStorageRequest, StorageReport } from '#schema/wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { formatBytes } from './format-bytes.ts';

type Kind = keyof StorageReport['counts'];
type Clearable = ClearStorageRequest['what'];

const kinds: readonly Kind[] = [
  'summaries',
  'translations',
  'runs',
  'issues',
  'entries',
  'threads',
  'messages',
  'images',
];
const clearables: Partial<Record<Kind, Clearable>> = {
  summaries: 'summaries',
  translations: 'translations',
  runs: 'finished-runs',
  issues: 'issues',
  images: 'images',
};

/** Counts of stored items, with buttons to clear what can be cleared. */
export function StoredThings({ report }: { report: StorageReport }) {
  const { storage, about } = useStrings().settings;
  const formats = useFormats();
  return (
    <>
      <p className="mb-3">
        {storage.size(formatBytes(report.databaseBytes, formats.locale), about.stores[report.dialect])}
      </p>
      <dl className="divide-y divide-line/70 rounded-lg border border-line bg-surface">
        {kinds.map((kind) => (
          <div key={kind} className="flex min-h-12 items-center gap-3 px-4 py-1.5">
            <dt className="w-28 shrink-0 sm:w-40">{storage.kinds[kind]}</dt>
            <dd className="numeric flex-1">{formats.number(report.counts[kind])}</dd>
            <dd>
              <ClearButton what={clearables[kind]} count={report.counts[kind]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ClearButton({ what, count }: { what: Clearable | undefined; count: number }) {
  const { storage } = useStrings().settings;
  const clear = useClearStorage();
  const [asking, setAsking] = useState(false);
  if (what === undefined || (count === 0 && !clear.isSuccess)) return null;
  const words = storage.clear[what];
  return (
    <>
      {clear.isSuccess ? <output className="me-2 text-muted">{storage.cleared(clear.data)}</output> : null}
      {count === 0 ? null : (
        <Button look="quiet" aria-label={words.action} onClick={() => setAsking(true)}>
          {storage.clearShort}
        </Button>
      )}
      {asking ? (
        <ConfirmDialog
          title={words.sure(count)}
          note={words.note}
          yes={storage.clearYes}
          onConfirm={() => clear.mutateAsync(what)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function useClearStorage() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (what: Clearable) => client.storage.clear(what),
    onSuccess: () =>
      Promise.all(
        (['runs', 'issues', 'entries'] as const).map((what) =>
          queryClient.invalidateQueries({ queryKey: queryKeys.changed(what) }),
        ),
      ),
  });
}
