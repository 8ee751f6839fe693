import type { KeyState } from '#schema/models/model-profile.ts';

export function describeKey(key: KeyState): string {
  if (key.kind === 'none') return '–';
  const waits = key.givenFor === undefined ? '' : ` (saved for ${key.givenFor})`;
  if (key.kind === 'stored') return `stored${waits}`;
  return `$${key.name}${key.present ? '' : ' (not set)'}${waits}`;
}
