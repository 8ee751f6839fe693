import type { ReactNode } from 'react';
import { NumberInput } from './inputs.tsx';

interface NumberFieldsProps<N extends string> {
  /** Fields of a table, as the schema and the server name them. */
  names: readonly N[];
  /** What they are part of. */
  part?: string;
  words: { fields: Readonly<Record<N, string>>; help: Readonly<Record<N, string>> };
  values: Readonly<Record<N, string>>;
  change(patch: Partial<Record<N, string>>): void;
  /** What an empty field means. */
  placeholder?(name: N): string | undefined;
  renderHint?(name: N): ReactNode;
}

/** A number input for each field. */
export function NumberFields<N extends string>(props: NumberFieldsProps<N>) {
  const { names, part, words, values, change, placeholder, renderHint } = props;
  return names.map((name) => (
    <NumberInput
      key={name}
      name={part === undefined ? name : `${part}.${name}`}
      label={words.fields[name]}
      help={words.help[name]}
      hint={renderHint?.(name)}
      value={values[name]}
      onText={(text) => change({ [name]: text } as Partial<Record<N, string>>)}
      input={{ placeholder: placeholder?.(name) }}
    />
  ));
}
