import { type Settings, settingsPatchSchema } from '#schema/settings.ts';
import { useDraft } from '#web/settings/drafts/use-draft.ts';
import { readFindings } from '#web/settings/form/field-errors.ts';
import { FormFrame } from '#web/settings/form/form-frame.tsx';
import { NumberInput } from '#web/settings/form/inputs.tsx';
import { fromText, toText } from '#web/settings/form/number-text.ts';
import { useSave } from '#web/settings/form/use-save.ts';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Limits for coding sessions: context tokens and retention. */
export function SessionLimits({ saved }: { saved: Settings['sessions'] }) {
  const { storage, form } = useStrings().settings;
  const patch = usePatchSettings();
  const draft = useDraft('storage/sessions', {
    contextTokens: toText(saved.contextTokens),
    retentionDays: toText(saved.retentionDays),
  });

  const saving = useSave({
    check() {
      const typed = {
        // An empty field is not a number; it must not fall back to the old value.
        contextTokens: fromText(draft.value.contextTokens) ?? Number.NaN,
        retentionDays: fromText(draft.value.retentionDays) ?? null,
      };
      const parsed = settingsPatchSchema.shape.sessions.unwrap().safeParse(typed);
      if (parsed.success) return { ok: true, input: parsed.data };
      return { ok: false, errors: readFindings(parsed.error.issues, form) };
    },
    async save(input) {
      await patch.mutateAsync({ sessions: input });
      draft.discard();
    },
  });

  return (
    <FormFrame label={storage.sessions} draft={draft} saving={saving}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {(['contextTokens', 'retentionDays'] as const).map((limit) => (
          <NumberInput
            key={limit}
            name={limit}
            label={storage.sessionFields[limit]}
            help={storage.sessionHelp[limit]}
            value={draft.value[limit]}
            onText={(text) => draft.change({ [limit]: text })}
            {...(limit === 'retentionDays' ? { input: { placeholder: storage.forever } } : {})}
          />
        ))}
      </div>
    </FormFrame>
  );
}
