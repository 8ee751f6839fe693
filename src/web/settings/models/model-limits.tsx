import type { NumberField } from '#schema/models/profile-fields.ts';
import { type ProfileNumber, profileNumberNames, profileNumbers } from '#schema/models/profile-numbers.ts';
import { FieldRow } from '#web/settings/form/form-frame.tsx';
import { NumberFields } from '#web/settings/form/number-fields.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { ModelDraft } from './model-draft.ts';

interface PartProps {
  draft: ModelDraft;
  change(patch: Partial<ModelDraft>): void;
}

/** The number fields of one part of the form. */
export function ProfileNumbers({ group, draft, change }: PartProps & { group: NumberField['group'] }) {
  const { models } = useStrings().settings;
  const formats = useFormats();

  function placeholder(name: ProfileNumber): string | undefined {
    const { empty, initial, inSeconds } = profileNumbers[name];
    if (empty !== undefined) return models.empty[empty];
    return typeof initial === 'number' ? formats.number(inSeconds ? initial / 1000 : initial) : undefined;
  }

  return (
    <NumberFields
      names={profileNumberNames.filter((name) => profileNumbers[name].group === group)}
      words={models}
      values={draft}
      change={change}
      placeholder={placeholder}
    />
  );
}

/** Collapsed: the defaults suit most models. */
export function LimitFields(props: PartProps) {
  const { models } = useStrings().settings;
  return (
    <details className="border-t border-line pt-4">
      <summary className="w-fit cursor-pointer rounded font-semibold">{models.limits}</summary>
      <div className="mt-4">
        <FieldRow>
          <ProfileNumbers group="limits" {...props} />
        </FieldRow>
      </div>
    </details>
  );
}

export function PriceFields(props: PartProps) {
  const { models } = useStrings().settings;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="font-semibold">{models.prices}</h3>
      <p className="mt-0.5 mb-3 text-muted">{models.pricesNote}</p>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <ProfileNumbers group="prices" {...props} />
      </div>
    </section>
  );
}
