import type { CSSProperties } from 'react';
import { Segmented } from '#web/controls/choice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type Look, type LookPart, looks } from './look.ts';
import { useLook } from './use-look.ts';

/** A choice about the app's appearance that takes effect immediately. */
export function LookChoice({ part }: { part: LookPart }) {
  const { parts, choices } = useStrings().appearance;
  const [value, choose] = useLook(part);
  const labels = new Map<string, string>(Object.entries(choices[part]));
  const values: readonly Look<LookPart>[] = looks[part].values;
  return (
    <Segmented<Look<LookPart>>
      label={parts[part]}
      labelShown
      value={value}
      options={values.map((each) => ({
        value: each,
        label: labels.get(each) ?? each,
        ...sampleOf(part, each),
      }))}
      onChoose={choose}
    />
  );
}

const letterSizes: ReadonlyMap<string, CSSProperties> = new Map(
  looks.size.values.map((size, index) => [size, { fontSize: `${0.75 + index * 0.15}rem` }]),
);

/** Sizes are shown as sample letters. */
function sampleOf(part: LookPart, value: string) {
  return part === 'size' ? { shown: <span style={letterSizes.get(value)}>A</span> } : {};
}
