import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { FieldRow } from '#web/settings/form/form-frame.tsx';
import { NumberInput } from '#web/settings/form/inputs.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { ModelDraft } from './model-draft.ts';

interface PartProps {
  draft: ModelDraft;
  change(patch: Partial<ModelDraft>): void;
}

/** What an empty field means. */
const defaults = modelProfileInputSchema.parse({ id: 'x', name: 'x', provider: 'openai', model: 'x' });

/** Collapsed: the defaults suit most models. */
export function LimitFields({ draft, change }: PartProps) {
  const { models } = useStrings().settings;
  const formats = useFormats();
  const limits = [
    { field: 'contextTokens', name: 'contextTokens', initial: defaults.contextTokens },
    { field: 'maxOutputTokens', name: 'maxOutputTokens', initial: defaults.maxOutputTokens },
    { field: 'concurrency', name: 'concurrency', initial: defaults.concurrency },
    { field: 'requestsPerMinute', name: 'requestsPerMinute', initial: null },
    {
      field: 'firstTokenSeconds',
      name: 'timeouts.firstTokenMs',
      initial: defaults.timeouts.firstTokenMs / 1000,
    },
    { field: 'idleSeconds', name: 'timeouts.idleMs', initial: defaults.timeouts.idleMs / 1000 },
    { field: 'runSeconds', name: 'timeouts.runMs', initial: defaults.timeouts.runMs / 1000 },
  ] as const;
  return (
    <details className="border-t border-line pt-4">
      <summary className="w-fit cursor-pointer rounded font-semibold">{models.limits}</summary>
      <div className="mt-4">
        <FieldRow>
          {limits.map(({ field, name, initial }) => (
            <NumberInput
              key={field}
              name={name}
              label={models.fields[field]}
              help={models.help[field]}
              value={draft[field]}
              onText={(text) => change({ [field]: text })}
              input={{ placeholder: initial === null ? models.unlimited : formats.number(initial) }}
            />
          ))}
        </FieldRow>
      </div>
    </details>
  );
}

export function PriceFields({ draft, change }: PartProps) {
  const { models } = useStrings().settings;
  const prices = [
    { field: 'inputPrice', name: 'prices.inputPerMillionUsd' },
    { field: 'cachedInputPrice', name: 'prices.cachedInputPerMillionUsd' },
    { field: 'outputPrice', name: 'prices.outputPerMillionUsd' },
  ] as const;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="font-semibold">{models.prices}</h3>
      <p className="mt-0.5 mb-3 text-muted">{models.pricesNote}</p>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {prices.map(({ field, name }) => (
          <NumberInput
            key={field}
            name={name}
            label={models.fields[field]}
            help={models.help[field]}
            value={draft[field]}
            onText={(text) => change({ [field]: text })}
          />
        ))}
      </div>
    </section>
  );
}
