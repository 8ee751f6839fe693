import type { KeyState, ModelProfileInput } from '#schema/models/model-profile.ts';

/** Returns a number as field text, which is empty for null. */
export function toText(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Parses the text of a field. It returns undefined for an empty field, and NaN for text that is not a number. */
export function fromText(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  // Many locales use a comma as the decimal mark. A comma before three digits is more likely a group separator.
  const isDecimal = /^\d+,\d{1,2}$/.test(trimmed);
  return Number(isDecimal ? trimmed.replace(',', '.') : trimmed.replace(/[,\s_](?=\d{3}(\D|$))/g, ''));
}

/** The number fields as they were typed. */
export type NumberTexts<N extends string> = Record<N, string>;

export function toTexts<N extends string>(
  names: readonly N[],
  read: (name: N) => number | null | undefined,
): NumberTexts<N> {
  return Object.fromEntries(names.map((name) => [name, toText(read(name))])) as NumberTexts<N>;
}

export function fromTexts<N extends string>(
  names: readonly N[],
  texts: Readonly<NumberTexts<N>>,
): Record<N, number | undefined> {
  return Object.fromEntries(names.map((name) => [name, fromText(texts[name])])) as Record<
    N,
    number | undefined
  >;
}

/** What to do with a key. `keep` leaves it unchanged. */
export interface KeyDraft {
  kind: 'keep' | 'value' | 'env' | 'none';
  value: string;
  variable: string;
}

export const keptKey: KeyDraft = { kind: 'keep', value: '', variable: '' };

export const newKey: KeyDraft = { kind: 'value', value: '', variable: '' };

/** Returns the key for a model profile. An empty field means no key, because some servers need none. */
export function toProfileKey({ kind, value, variable }: KeyDraft): ModelProfileInput['key'] {
  if (kind === 'keep') return undefined;
  if (kind === 'env') return { kind: 'env', name: variable.trim() };
  const text = value.trim();
  return kind === 'value' && text !== '' ? { kind: 'value', value: text } : { kind: 'none' };
}

/** Returns the key for a part of an agent. Undefined keeps the key, and null removes it. */
export function toAgentKey({ kind, value, variable }: KeyDraft): string | null | undefined {
  if (kind === 'keep') return undefined;
  if (kind === 'env') return `env:${variable.trim()}`;
  const text = value.trim();
  return kind === 'value' && text !== '' ? text : null;
}

/** Returns the state that a key will have once the draft is saved. It is for display and not for sending. */
export function keyStateAfter(draft: KeyDraft, saved: KeyState): KeyState {
  if (draft.kind === 'keep') return saved;
  if (draft.kind === 'env') return { kind: 'env', name: draft.variable.trim(), present: true };
  return draft.kind === 'value' && draft.value.trim() !== '' ? { kind: 'stored' } : { kind: 'none' };
}
