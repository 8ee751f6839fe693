import type { Settings } from '#schema/settings.ts';
import type { Spending } from '#schema/wire.ts';
import { FormFrame } from '#web/settings/form/form-frame.tsx';
import { NumberInput } from '#web/settings/form/inputs.tsx';
import { useSettingsForm } from '#web/settings/form/settings-numbers.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface CapsFormProps {
  spent: Spending;
  saved: Settings['spending'];
}

/** Today and this month against their caps, which can be set here. */
export function CapsForm({ spent, saved }: CapsFormProps) {
  const { spending } = useStrings().settings;
  const { draft, saving } = useSettingsForm({ section: 'spending', saved, draftKey: 'spending/caps' });

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
              name={`spending.${field}`}
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
