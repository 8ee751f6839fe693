import type { Entity, HistorianState, SessionConstraints, SummarizeOutput } from '#schema/conversation.ts';
import { buildLedger } from './build-ledger.ts';
import { mergeConstraints } from './merge-constraints.ts';

/** What a turn says without a model. */
export interface TurnDigest {
  ledger: SummarizeOutput;
  /** Of the entities that the conversation knows. */
  labels: string[];
  ids: string[];
  /** Ids of the entities that the turn touched, then of those that it names. */
  mentioned: string[];
  constraints: SessionConstraints;
}

/** A turn that names more does not help a reader any more. */
const maxMentioned = 50;

export function digestTurn({ state, turn }: { state: HistorianState; turn: number }): TurnDigest {
  const ledger = buildLedger(state);
  const known = knownEntities(state, ledger);
  return {
    ledger,
    labels: known.map(({ label }) => label),
    // Where the id is the label, it is a name.
    ids: known.flatMap(({ id, label }) => (id === label ? [] : [id])),
    mentioned: listMentioned(state, { ledger, known }),
    constraints: mergeConstraints(state, turn),
  };
}

function knownEntities(
  { entity_context }: HistorianState,
  { entities_created, entities_updated, entities_deleted }: SummarizeOutput,
): Entity[] {
  const context = [...(entity_context?.active ?? []), ...(entity_context?.background ?? [])];
  return [...entities_created, ...entities_updated, ...entities_deleted, ...context];
}

function listMentioned(
  { user_message, final_response }: HistorianState,
  { ledger, known }: { ledger: SummarizeOutput; known: readonly Entity[] },
): string[] {
  const said = `${user_message}\n${final_response}`.toLowerCase();
  const touched =
    ledger.entities_created.length + ledger.entities_updated.length + ledger.entities_deleted.length;
  const ids = known.flatMap(({ id, label }, at) =>
    at < touched || (label.length > 2 && said.includes(label.toLowerCase())) ? [id] : [],
  );
  return [...new Set(ids)].slice(0, maxMentioned);
}
