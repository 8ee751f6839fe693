import {
  type GroundedSentence,
  type Grounding,
  type GroundingCounts,
  type GroundingFlag,
  verdictOf,
} from '#schema/runs/grounding.ts';
import type { SessionSummary } from '#schema/sessions/session.ts';

/** Versions before the four verdicts stored three states, another name for one kind of flag, and other counts. */
type StoredSentence = Omit<GroundedSentence, 'state' | 'flags'> & {
  state: GroundedSentence['state'] | 'not-verifiable' | 'unsupported';
  flags: (Omit<GroundingFlag, 'kind'> & { kind: GroundingFlag['kind'] | 'opposite' })[];
};
type StoredGrounding = Omit<Grounding, 'sentences'> & { sentences: StoredSentence[] };
type StoredCounts =
  | GroundingCounts
  | (Pick<GroundingCounts, 'sentences' | 'supported' | 'flags'> & {
      notVerifiable: number;
      unsupported: number;
    });

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
  const stored: StoredCounts = JSON.parse(json);
  if (!('unsupported' in stored)) return stored;
  const { sentences, supported, notVerifiable, unsupported, flags } = stored;
  // The contradicted sentences were not counted, so only the weaker verdict is certain.
  return { sentences, supported, contradicted: 0, notFound: unsupported, undecided: notVerifiable, flags };
}

function toGrounding(stored: StoredGrounding): Grounding {
  return { ...stored, sentences: stored.sentences.map(toSentence) };
}

function toSentence(stored: StoredSentence): GroundedSentence {
  const flags = stored.flags.map((flag) => ({
    ...flag,
    kind: flag.kind === 'opposite' ? ('polarity' as const) : flag.kind,
  }));
  return { ...stored, flags, state: toState(stored.state, flags) };
}

function toState(state: StoredSentence['state'], flags: readonly GroundingFlag[]): GroundedSentence['state'] {
  if (state === 'not-verifiable') return 'undecided';
  return state === 'unsupported' ? verdictOf(flags) : state;
}
