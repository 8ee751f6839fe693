import words from './words.json' with { type: 'json' };

/** The wording of standing statements in one language. Each pattern is tried on one sentence. */
export interface MemoryCues {
  /** Matches what holds from now on: always, never, from now on. */
  instruction: RegExp[];
  preference: RegExp[];
  decision: RegExp[];
  /** Matches what is to be remembered, without a request. */
  fact: RegExp[];
  /** Matches what takes an earlier statement back. */
  withdrawal: RegExp[];
  /** Matches what only looks like one of the above: a symptom, a question, a plan, something that is still open. */
  none: RegExp[];
  /** Matches what applies everywhere. */
  everywhere: RegExp;
  /** Matches the beginning of a request that follows the statement in the same sentence. */
  request: RegExp;
  /** Matches the end of the words before a clause that states something within a question. */
  clause: RegExp;
}

type Patterns = Record<keyof MemoryCues, string | readonly string[]>;

const parts = new Map(Object.entries(words.parts));

const english = cuesOf(words.cues.en, 'iu');
const german = cuesOf(words.cues.de, 'iu');
const french = cuesOf(words.cues.fr, 'iu');
const spanish = cuesOf(words.cues.es, 'iu');
const chinese = cuesOf(words.cues.zh, 'u');
const japanese = cuesOf(words.cues.ja, 'u');

/** One test tells that most sentences have no English preference. */
export const anyLiking = new RegExp(words.anyLiking, 'iu');

/** Chooses the cues by the script of a sentence. Sentences in Latin letters are tried in all four languages. */
export function cuesFor(sentence: string): readonly MemoryCues[] {
  if (/[\u3041-\u30ff]/u.test(sentence)) return [japanese];
  if (/[\u3400-\u9fff]/u.test(sentence)) return [chinese];
  return [english, german, french, spanish];
}

function cuesOf(patterns: Patterns, flags: string): MemoryCues {
  const read = (pattern: string) => new RegExp(fillParts(pattern), flags);
  return Object.fromEntries(
    Object.entries(patterns).map(([kind, sources]) => [
      kind,
      typeof sources === 'string' ? read(sources) : sources.map(read),
    ]),
  ) as unknown as MemoryCues;
}

/** Fills in the parts that a pattern names in braces. `\p{Lu}` and `{2,20}` do not have such names. */
function fillParts(pattern: string): string {
  return pattern.replaceAll(/\{([a-zA-Z]{3,})\}/g, (found, name: string) => {
    const part = parts.get(name);
    return part === undefined ? found : fillParts(part);
  });
}
