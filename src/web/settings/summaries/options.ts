import type { ModelProfile } from '#schema/models/model-profile.ts';

interface Option {
  value: string;
  label: string;
  lang?: string;
}

/** The options, including the selected one even if it is no longer offered. */
export function withChosen(
  options: readonly Option[],
  chosen: string | null,
  label = chosen ?? '',
): Option[] {
  if (chosen === null || options.some(({ value }) => value === chosen)) return [...options];
  return [{ value: chosen, label }, ...options];
}

export function profileOptions(profiles: readonly ModelProfile[], builtinName: string): Option[] {
  return profiles.map(({ id, name, provider }) => ({
    value: String(id),
    label: provider === 'builtin' ? builtinName : name,
  }));
}
