import type { SummarizeOutput } from '#schema/conversations/conversation.ts';

/** In display order. */
export const ledgerParts = ['created', 'updated', 'deleted', 'generated', 'saved', 'errors'] as const;
export type LedgerPart = (typeof ledgerParts)[number];

export function countLedger(ledger: SummarizeOutput): { part: LedgerPart; count: number }[] {
  const counts: Record<LedgerPart, number> = {
    created: ledger.entities_created.length,
    updated: ledger.entities_updated.length,
    deleted: ledger.entities_deleted.length,
    generated: sum(ledger.artifacts_generated),
    saved: sum(ledger.artifacts_saved),
    errors: ledger.errors.length,
  };
  return ledgerParts.map((part) => ({ part, count: counts[part] })).filter(({ count }) => count > 0);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
