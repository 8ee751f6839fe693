import { buildLedger } from '#memory/historian/build-ledger.ts';
import { mergeConstraints } from '#memory/historian/entities/merge-constraints.ts';
import type {
  Entity,
  HistorianState,
  SessionConstraints,
  SummarizeOutput,
} from '#schema/conversations/conversation.ts';

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
  const holds = createFinder(said);
  const ids = new Set<string>();
  for (const [at, { id, label }] of known.entries()) {
    if (ids.size === maxMentioned) break;
    if (at < touched || (label.length >= gramCharacters && holds(label.toLowerCase()))) ids.add(id);
  }
  return [...ids];
}

/** A shorter label is a word like any other. */
const gramCharacters = 3;

/** Searches one text for many labels: almost all that are not in it are told by three characters that are not. */
function createFinder(text: string): (label: string) => boolean {
  const grams = new Set<string>();
  for (let at = 0; at <= text.length - gramCharacters; at++) grams.add(text.slice(at, at + gramCharacters));
  return (label) => {
    for (let at = 0; at <= label.length - gramCharacters; at++) {
      if (!grams.has(label.slice(at, at + gramCharacters))) return false;
    }
    return text.includes(label);
  };
}
