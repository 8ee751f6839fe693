import {
  type GroundedSentence,
  type Grounding,
  type GroundingCounts,
  type GroundingFlag,
  type GroundingState,
  type OpinionState,
  verdictOf,
} from '#schema/runs/grounding.ts';
import type { SessionSummary } from '#schema/sessions/session.ts';

/** Versions before the verdicts on details stored four states, and before that three. */
type StoredState = GroundingState | OpinionState | 'not-verifiable' | 'unsupported';
type StoredSentence = Omit<GroundedSentence, 'state' | 'flags' | 'details'> & {
  state: StoredState;
  flags: (Omit<GroundingFlag, 'kind'> & { kind: GroundingFlag['kind'] | 'opposite' })[];
  details?: GroundedSentence['details'];
};
type StoredGrounding = Omit<Grounding, 'sentences'> & { sentences: StoredSentence[] };
type OldCounts = { sentences: number; supported: number; contradicted?: number } & (
  | { notFound: number; undecided: number }
  | { unsupported: number; notVerifiable: number }
);

export function readGrounding(json: string | null): Grounding | null {
  return json === null ? null : toGrounding(JSON.parse(json));
}

/** Reads the verdicts on a session's summary, field by field. */
export function readFieldGrounding(json: string | null): SessionSummary['grounding'] {
  if (json === null) return null;
  const stored: Record<string, StoredGrounding> = JSON.parse(json);
  return Object.fromEntries(Object.entries(stored).map(([field, own]) => [field, toGrounding(own)]));
}

export function readGroundingCounts(json: string | null): GroundingCounts | null {
  if (json === null) return null;
  const stored: GroundingCounts | OldCounts = JSON.parse(json);
  if ('details' in stored) return stored;
  const [notFound, undecided] =
    'undecided' in stored
      ? [stored.notFound, stored.undecided]
      : // The contradicted sentences were not counted, so only the weaker verdict is certain.
        [stored.unsupported, stored.notVerifiable];
  return {
    sentences: stored.sentences,
    quoted: 0,
    confirmed: 0,
    different: stored.contradicted ?? 0,
    notInTheSource: notFound,
    wrong: 0,
    notChecked: stored.supported + undecided,
    details: { total: 0, found: 0, different: 0, notInTheSource: 0, notChecked: 0 },
  };
}

function toGrounding(stored: StoredGrounding): Grounding {
  return { ...stored, sentences: stored.sentences.map(toSentence) };
}

function toSentence({ details = [], ...stored }: StoredSentence): GroundedSentence {
  const flags = stored.flags.map((flag) => ({
    ...flag,
    kind: flag.kind === 'opposite' ? ('polarity' as const) : flag.kind,
  }));
  return { ...stored, flags, details, state: toState(stored.state, flags) };
}

/** What rules called supported was not always word for word in the source, so it counts as not checked. */
function toState(state: StoredState, flags: readonly GroundingFlag[]): GroundingState {
  if (state === 'supported' || state === 'undecided' || state === 'not-verifiable') return 'not-checked';
  if (state === 'contradicted') return 'different';
  if (state === 'not-found') return 'not-in-the-source';
  return state === 'unsupported' ? verdictOf(flags) : state;
}
