import type { KeyState } from '#schema/models/model-profile.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { EffectiveSummarizer, EffectiveValue } from './effective-value.ts';

interface EffectiveLineProps {
  field: Exclude<keyof EffectiveSummarizer, 'apiKey'>;
  effective: EffectiveValue;
}

/** The value in effect, and where it comes from. */
export function EffectiveLine({ field, effective: { value, from } }: EffectiveLineProps) {
  const { agents } = useStrings().settings;
  return <>{agents.effective(value ?? agents.unset[field], agents.from[from])}</>;
}

export function EffectiveKeyLine({ value, from }: { value: KeyState | null; from: EffectiveValue['from'] }) {
  const { agents, key } = useStrings().settings;
  const words = value === null ? agents.profileKey : value.kind === 'none' ? key.none : key.state(value);
  return <>{agents.effective(words, agents.from[from])}</>;
}
