import { useQuery } from '@tanstack/react-query';
import { type Settings, settingsPatchSchema } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { useDraft } from '#web/settings/drafts/use-draft.ts';
import { readFindings } from '#web/settings/form/field-errors.ts';
import { FormFrame } from '#web/settings/form/form-frame.tsx';
import { NumberInput } from '#web/settings/form/inputs.tsx';
import { fromText, toText } from '#web/settings/form/number-text.ts';
import { useSave } from '#web/settings/form/use-save.ts';
import { SectionHead } from '#web/settings/section-head.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SessionLimits } from './session-limits.tsx';
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
        <Loaded of={settings}>{(current) => <StorageLimits saved={current.storage} />}</Loaded>
      </section>
      <section className="mt-8 border-t border-line pt-5">
        <h3 className="mb-3 font-semibold">{storage.sessions}</h3>
        <Loaded of={settings}>{(current) => <SessionLimits saved={current.sessions} />}</Loaded>
      </section>
    </>
  );
}

const limits = ['summaryCap', 'runRetentionDays', 'issueRetentionDays'] as const;

function StorageLimits({ saved }: { saved: Settings['storage'] }) {
  const { storage, form } = useStrings().settings;
  const patch = usePatchSettings();
  const draft = useDraft('storage/limits', {
    summaryCap: toText(saved.summaryCap),
    runRetentionDays: toText(saved.runRetentionDays),
    issueRetentionDays: toText(saved.issueRetentionDays),
  });

  const saving = useSave({
    check() {
      const typed = Object.fromEntries(
        // An empty field is not a number; it must not fall back to the old value.
        limits.map((limit) => [limit, fromText(draft.value[limit]) ?? Number.NaN]),
      );
      const parsed = settingsPatchSchema.shape.storage.unwrap().safeParse(typed);
      if (parsed.success) return { ok: true, input: parsed.data };
      return { ok: false, errors: readFindings(parsed.error.issues, form) };
    },
    async save(input) {
      await patch.mutateAsync({ storage: input });
      draft.discard();
    },
  });

  return (
    <FormFrame label={storage.limits} draft={draft} saving={saving}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {limits.map((limit) => (
          <NumberInput
            key={limit}
            name={limit}
            label={storage.fields[limit]}
            help={storage.help[limit]}
            value={draft.value[limit]}
            onText={(text) => draft.change({ [limit]: text })}
          />
        ))}
      </div>
    </FormFrame>
  );
}
