import type { Grounding } from '#schema/runs/grounding.ts';
import { applySaid, type SentenceOpinion, type SentenceVerdict } from '#schema/runs/opinions.ts';
import type { StoredOpinions } from '#sources/check/ports.ts';

interface OpinionColumns {
  text_hash: string;
  opinions_json: string;
  check_json: string;
}

/** The columns of opinions in a join. All are null when no model has checked the text. */
export type JoinedOpinions = { [K in keyof OpinionColumns]: OpinionColumns[K] | null };

/** Opinions and the verdicts of a person share a column. Without a model, the check is the JSON null. */
export function toOpinions({ text_hash, opinions_json, check_json }: OpinionColumns): StoredOpinions {
  const said: (SentenceOpinion | SentenceVerdict)[] = JSON.parse(opinions_json);
  return {
    textHash: text_hash,
    opinions: said.filter((one) => 'opinion' in one),
    verdicts: said.filter((one) => 'person' in one),
    check: JSON.parse(check_json),
  };
}

/** Combines the verdicts of the rules with those of a model and a person, if there are any. */
export function applyStored(
  grounding: Grounding | null,
  { text_hash, opinions_json, check_json }: JoinedOpinions,
): Grounding | null {
  if (grounding === null || text_hash === null || opinions_json === null || check_json === null) {
    return grounding;
  }
  return applySaid(grounding, toOpinions({ text_hash, opinions_json, check_json }));
}
