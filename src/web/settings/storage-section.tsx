import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClearStorageRequest, StorageReport } from '#schema/wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys, useSettings } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/dialog.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import type { Offline } from '#web/offline/create-offline.ts';
import { useOffline, useOfflineState } from '#web/offline/offline-provider.tsx';
import { NumbersForm } from '#web/settings/form/settings-form.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { OnOff, SectionHead, SectionPart } from './section-parts.tsx';
import { useAction } from './use-settings-actions.ts';

export function StorageSection() {
  const client = useClient();
  const { storage } = useStrings().settings;
  const report = useQuery({ queryKey: queryKeys.storage(), queryFn: () => client.storage.get() });
  const settings = useSettings();
  return (
    <>
      <SectionHead title={storage.heading} note={storage.note} />
      <Loaded of={report}>{(measured) => <StoredThings report={measured} />}</Loaded>
      <SectionPart title={storage.limits}>
        <Loaded of={settings}>
          {(current) => (
            <NumbersForm
              section="storage"
              saved={current.storage}
              draftKey="storage/limits"
              label={storage.limits}
              words={storage}
            />
          )}
        </Loaded>
      </SectionPart>
      <SectionPart title={storage.sessions}>
        <Loaded of={settings}>
          {(current) => (
            <NumbersForm
              section="sessions"
              saved={current.sessions}
              draftKey="storage/sessions"
              label={storage.sessions}
              words={{ fields: storage.sessionFields, help: storage.sessionHelp }}
              placeholders={{ retentionDays: storage.forever }}
            />
          )}
        </Loaded>
        <ExcludedProjects />
      </SectionPart>
      <OnThisDevice />
    </>
  );
}

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

/** Shows the counts of stored items, with buttons to clear what can be cleared. */
function StoredThings({ report }: { report: StorageReport }) {
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
  return useAction(
    (what: Clearable) => client.storage.clear(what),
    (['runs', 'issues', 'entries'] as const).map(queryKeys.changed),
  );
}

/** The sessions use the same key, so that both see a change. */
const queryKey = ['sessions', 'excluded'];

/** Lists the projects of which nothing is recorded. Projects without sessions are shown nowhere else. */
function ExcludedProjects() {
  const client = useClient();
  const queryClient = useQueryClient();
  const { storage } = useStrings().settings;
  const excluded = useQuery({ queryKey, queryFn: () => client.sessions.excludedProjects() });
  const include = useMutation({
    mutationFn: (project: string) => client.sessions.includeProject(project),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <div className="mt-6">
      <h4 className="text-[0.875rem] font-medium">{storage.excluded}</h4>
      <p className="mt-0.5 text-xs text-muted">{storage.excludedHelp}</p>
      <Loaded of={excluded} className="py-2">
        {(projects) =>
          projects.length === 0 ? (
            <p className="mt-2 text-muted">{storage.noneExcluded}</p>
          ) : (
            <ul aria-label={storage.excluded} className="mt-2 divide-y divide-line border-y border-line">
              {projects.map((project) => (
                <li key={project} className="flex items-center gap-2 py-1.5">
                  <span className="min-w-0 flex-1 wrap-anywhere">{project}</span>
                  <Button
                    aria-label={storage.includeName(project)}
                    disabled={include.isPending}
                    onClick={() => include.mutate(project)}
                  >
                    {storage.include}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ErrorNotice error={include.error} />
    </div>
  );
}

/** Shows what the browser keeps for reading without the server. */
function OnThisDevice() {
  const { offline: words } = useStrings();
  const offline = useOffline();
  return (
    <section aria-labelledby="on-this-device" className="mt-8 border-t border-line pt-5">
      <h3 id="on-this-device" className="font-semibold">
        {words.heading}
      </h3>
      <p className="mt-0.5 mb-3 max-w-prose text-muted">{offline === null ? words.impossible : words.note}</p>
      {offline === null ? null : <Kept offline={offline} />}
    </section>
  );
}

function Kept({ offline }: { offline: Offline }) {
  const { offline: words } = useStrings();
  const formats = useFormats();
  const { isOn, keptAt, waiting } = useOfflineState();
  const size = useQuery({
    queryKey: ['kept-size', keptAt],
    queryFn: () => offline.measure(),
    gcTime: 0,
    staleTime: 0,
  });
  const choose = useMutation({ mutationFn: (next: boolean) => offline.setOn(next) });
  const clear = useMutation({ mutationFn: () => offline.clear() });
  const { entries = 0, bytes = 0 } = size.data ?? {};
  return (
    <div className="space-y-3">
      <OnOff label={words.keep} words={words.choices} isOn={isOn} onChoose={choose.mutate} />
      <p data-testid="kept-size">
        {keptAt === null
          ? words.nothing
          : words.kept(entries, formatBytes(bytes, formats.locale), formats.time(keptAt))}{' '}
        {waiting > 0 ? words.waiting(waiting) : null}
      </p>
      {keptAt === null ? null : (
        <Button disabled={clear.isPending} onClick={() => clear.mutate()}>
          {words.clear}
        </Button>
      )}
      {waiting > 0 ? <p className="text-xs text-muted">{words.clearNote}</p> : null}
      <ErrorNotice error={choose.error ?? clear.error} />
    </div>
  );
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in the unit with the fewest digits. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}
