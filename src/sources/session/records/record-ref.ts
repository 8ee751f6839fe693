import type { RecordKind } from '#schema/sessions/session.ts';

const letters = { prompt: 'P', observation: 'O', summary: 'S' } as const satisfies Record<RecordKind, string>;

/** The name of a record in all tools, such as S12. */
export function formatRef(kind: RecordKind, id: number): string {
  return `${letters[kind]}${id}`;
}

/** Null if not a reference. A bare number is an observation, as older tools write it. */
export function parseRef(text: string): { kind: RecordKind; id: number } | null {
  const [, letter = 'O', digits] = /^#?([POS])?(\d{1,15})$/i.exec(text.trim()) ?? [];
  const id = Number(digits);
  if (digits === undefined || id === 0) return null;
  const kind =
    letter.toUpperCase() === 'P' ? 'prompt' : letter.toUpperCase() === 'S' ? 'summary' : 'observation';
  return { kind, id };
}
