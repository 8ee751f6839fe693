import { useState } from 'react';
import { primaryModelName } from '#schema/models/agent.ts';
import { useModels } from '#web/api/use-models.ts';
import { fieldClass } from '#web/controls/text-field.tsx';
import type { FieldProps } from '#web/settings/form/field.tsx';
import { useFieldError } from '#web/settings/form/form-errors.tsx';
import { Select } from '#web/settings/form/inputs.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useModelLabel } from './use-model-label.ts';

interface ModelNameFieldProps extends FieldProps {
  value: string;
  onText(model: string): void;
  /** What omitting it means, where that is allowed. */
  inherited?: string;
  placeholder: string;
}

/** Represents a model that is not a profile; no id looks like this. */
const another = '?';

/** A model profile, the primary model, or a model name. */
export function ModelNameField({ value, onText, inherited, placeholder, ...field }: ModelNameFieldProps) {
  const { agents } = useStrings().settings;
  const { data: profiles } = useModels();
  const labelOf = useModelLabel();
  const [isTyping, setTyping] = useState(false);
  const isInvalid = useFieldError(field.name) !== null;
  const ids = [primaryModelName, ...(profiles ?? []).map(({ id }) => String(id))];
  const isListed = ids.includes(value) || (value === '' && inherited !== undefined);
  // Until the profiles are loaded, no name can be ruled out as a profile.
  const isOther = isTyping || (profiles !== undefined && !isListed);
  return (
    <div className="space-y-2">
      <Select
        {...field}
        value={isOther ? another : value}
        options={[
          ...(inherited === undefined ? [] : [{ value: '', label: inherited }]),
          ...ids.map((id) => ({ value: id, label: labelOf(id) })),
          { value: another, label: agents.anotherModel },
        ]}
        onChoose={(chosen) => {
          setTyping(chosen === another);
          onText(chosen === another ? '' : chosen);
        }}
      />
      {isOther ? (
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={agents.anotherModelName(field.label)}
          placeholder={placeholder}
          aria-invalid={isInvalid || undefined}
          value={value}
          onChange={(event) => onText(event.target.value)}
          className={fieldClass}
        />
      ) : null}
    </div>
  );
}
