import type { RecordKind } from '#schema/sessions/session.ts';

const letters: Record<RecordKind, string> = { prompt: 'P', observation: 'O', summary: 'S' };

/** A record's name in all tools, such as S12. */
export function recordRef({ kind, id }: { kind: RecordKind; id: number }): string {
  return `${letters[kind]}${id}`;
}
