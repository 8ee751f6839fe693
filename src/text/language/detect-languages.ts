import { detectByLetters, lookAtText, type UnsettledLook } from './look-at-text.ts';
import { primarySubtag } from './stopwords.ts';

/** So many texts must agree before others follow them. */
const WITNESSES = 3;
/** Shorter ones have too little in common with any text, and cost little. */
const FEWEST_CHARACTERS = 200;
/** Of what a witness shares with the others, a text in their language shares this much. */
const SHARE_OF_WITNESSES = 0.8;
const GRAM = 3;

/**
 * The languages of texts from one place, as `detectLanguage` says of each. Most places write in one language: where the
 * longest texts agree on it, those that have their letters and function words follow without being looked at as long.
 */
export function detectLanguages(texts: readonly string[]): (string | null)[] {
  const looks = texts.map(lookAtText);
  const unsettled = looks.filter((look) => look.settled === undefined);
  const long = unsettled.filter(({ sample }) => sample.length >= FEWEST_CHARACTERS);
  const witnesses = spread(long, WITNESSES);
  const found = new Map<UnsettledLook, string | null>();
  const ask = (look: UnsettledLook) => {
    const language = found.get(look) ?? detectByLetters(look)?.language ?? null;
    found.set(look, language);
    return language;
  };
  const follows = long.length > WITNESSES ? createFollowing(witnesses, witnesses.map(ask)) : () => null;
  return looks.map((look) => {
    if (look.settled !== undefined) return look.settled?.language ?? null;
    return found.get(look) ?? follows(look) ?? ask(look);
  });
}

/** The first, the last and those in between, at equal distances. */
function spread<T>(from: readonly T[], count: number): T[] {
  if (from.length <= count) return [...from];
  return Array.from(
    { length: count },
    (_, n) => from[Math.round((n * (from.length - 1)) / (count - 1))] as T,
  );
}

/** Says which language a text has in common with the witnesses; null if there is none, or it has to be asked itself. */
function createFollowing(
  witnesses: readonly UnsettledLook[],
  languages: readonly (string | null)[],
): (look: UnsettledLook) => string | null {
  const [language = null] = languages;
  const [script] = witnesses.map((witness) => witness.script);
  if (language === null || languages.some((other) => other !== language)) return () => null;
  const grams = witnesses.map(({ sample }) => gramsOf(sample));
  const shares = grams.map((own, at) => shareIn(own, grams.toSpliced(at, 1)));
  const fewest = Math.min(...shares) * SHARE_OF_WITNESSES;
  const code = primarySubtag(language);
  return (look) => {
    const [first] = look.votes;
    const isOutvoted = first !== undefined && first.language !== code && first.hits > hitsOf(look, code);
    const isWitnessed = witnesses.some(({ votes }) => votes[0]?.language === first?.language);
    if (look.script !== script || look.sample.length < FEWEST_CHARACTERS || (isOutvoted && !isWitnessed))
      return null;
    return shareIn(gramsOf(look.sample), grams) >= fewest ? language : null;
  };
}

function hitsOf({ votes }: UnsettledLook, language: string): number {
  return votes.find((vote) => vote.language === language)?.hits ?? 0;
}

function gramsOf(sample: string): Set<string> {
  const text = sample.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, ' ');
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= text.length; at++) grams.add(text.slice(at, at + GRAM));
  return grams;
}

/** How many of the first are in one of the others. */
function shareIn(grams: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  let shared = 0;
  for (const gram of grams) if (others.some((other) => other.has(gram))) shared += 1;
  return shared / Math.max(1, grams.size);
}
