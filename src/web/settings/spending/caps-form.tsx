import { type Settings, settingsPatchSchema } from '#schema/settings.ts';
import type { Spending } from '#schema/wire.ts';
import { useDraft } from '#web/settings/drafts/use-draft.ts';
import { readFindings } from '#web/settings/form/field-errors.ts';
import { FormFrame } from '#web/settings/form/form-frame.tsx';
import { NumberInput } from '#web/settings/form/inputs.tsx';
import { fromText, toText } from '#web/settings/form/number-text.ts';
import { useSave } from '#web/settings/form/use-save.ts';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface CapsFormProps {
  spent: Spending;
  saved: Settings['spending'];
}

/** Today and this month against their caps, which can be set here. */
export function CapsForm({ spent, saved }: CapsFormProps) {
  const { spending, form } = useStrings().settings;
  const patch = usePatchSettings();
  const draft = useDraft('spending/caps', {
    dailyCapUsd: toText(saved.dailyCapUsd),
    monthlyCapUsd: toText(saved.monthlyCapUsd),
  });

  const saving = useSave({
    check() {
      const parsed = settingsPatchSchema.shape.spending.unwrap().safeParse({
        dailyCapUsd: fromText(draft.value.dailyCapUsd) ?? null,
        monthlyCapUsd: fromText(draft.value.monthlyCapUsd) ?? null,
      });
      if (parsed.success) return { ok: true, input: parsed.data };
      return { ok: false, errors: readFindings(parsed.error.issues, form) };
    },
    async save(input) {
      await patch.mutateAsync({ spending: input });
      draft.discard();
    },
  });

  const caps = [
    { field: 'dailyCapUsd', spentUsd: spent.todayUsd, capUsd: saved.dailyCapUsd },
    { field: 'monthlyCapUsd', spentUsd: spent.monthUsd, capUsd: saved.monthlyCapUsd },
  ] as const;

  return (
    <FormFrame label={spending.caps} draft={draft} saving={saving}>
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        {caps.map(({ field, spentUsd, capUsd }) => (
          <div key={field} className="space-y-3">
            <SpentMeter label={spending.spent[field]} spentUsd={spentUsd} capUsd={capUsd} />
            <NumberInput
              name={field}
              label={spending.fields[field]}
              help={spending.help}
              value={draft.value[field]}
              onText={(text) => draft.change({ [field]: text })}
              input={{ placeholder: spending.noCap }}
            />
          </div>
        ))}
      </div>
    </FormFrame>
  );
}

interface SpentMeterProps {
  label: string;
  spentUsd: number;
  capUsd: number | null;
}

function SpentMeter({ label, spentUsd, capUsd }: SpentMeterProps) {
  const { spending } = useStrings().settings;
  const formats = useFormats();
  const words =
    capUsd === null ? formats.cost(spentUsd) : spending.ofCap(formats.cost(spentUsd), formats.cost(capUsd));
  const isOver = capUsd !== null && spentUsd >= capUsd;
  return (
    <div>
      <p className="text-xs text-muted">{label}</p>
      <p className="numeric text-lg font-semibold">{words}</p>
      {capUsd === null ? null : (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={capUsd}
          aria-valuenow={Math.min(spentUsd, capUsd)}
          aria-valuetext={words}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            style={{ width: `${Math.min(100, (spentUsd / capUsd) * 100)}%` }}
            className={`h-full ${isOver ? 'bg-caution' : 'bg-accent'}`}
          />
        </div>
      )}
    </div>
  );
}
