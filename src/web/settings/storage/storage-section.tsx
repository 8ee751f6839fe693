import { useQuery } from '@tanstack/react-query';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { SettingsNumbers } from '#web/settings/form/settings-numbers.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ExcludedProjects } from './excluded-projects.tsx';
import { OnThisDevice } from './on-this-device.tsx';
import { StoredThings } from './stored-things.tsx';

export function StorageSection() {
  const client = useClient();
  const { storage } = useStrings().settings;
  const report = useQuery({ queryKey: queryKeys.storage(), queryFn: () => client.storage.get() });
  const settings = useSettings();
  return (
    <>
      <SectionHead title={storage.heading} note={storage.note} />
      <Loaded of={report}>{(measured) => <StoredThings report={measured} />}</Loaded>
      <section className="mt-8 border-t border-line pt-5">
        <h3 className="mb-3 font-semibold">{storage.limits}</h3>
        <Loaded of={settings}>
          {(current) => (
            <SettingsNumbers
              section="storage"
              saved={current.storage}
              draftKey="storage/limits"
              label={storage.limits}
              words={storage}
            />
          )}
        </Loaded>
      </section>
      <section className="mt-8 border-t border-line pt-5">
        <h3 className="mb-3 font-semibold">{storage.sessions}</h3>
        <Loaded of={settings}>
          {(current) => (
            <SettingsNumbers
              section="sessions"
              saved={current.sessions}
              draftKey="storage/sessions"
              label={storage.sessions}
              words={{ fields: storage.sessionFields, help: storage.sessionHelp }}
              placeholder={(name) => (name === 'retentionDays' ? storage.forever : undefined)}
            />
          )}
        </Loaded>
        <ExcludedProjects />
      </section>
      <OnThisDevice />
    </>
  );
}
