import limits from './limits.json' with { type: 'json' };
import others from './limits-by-language.json' with { type: 'json' };

/** The patterns of one kind. Those of clauses are tried where a clause begins, and the others anywhere. */
export interface Kind {
  ofClauses: RegExp | null;
  anywhere: RegExp | null;
}

export const kinds = ['rule', 'correction', 'future', 'habit', 'guard', 'style', 'narrow', 'wide'] as const;
const tests = [
  'speaks',
  'none',
  'once',
  'past',
  'symptom',
  'session',
  'again',
  'own',
  'asks',
  'task',
  'condition',
] as const;

/** What is known of one language. `limits.json` says what each is for. */
export type Shapes = Record<(typeof kinds)[number], Kind> & Record<(typeof tests)[number], RegExp>;

type Patterns = Record<(typeof kinds)[number], readonly string[]> & Record<(typeof tests)[number], string>;

const parts = new Map(Object.entries(limits.parts));
/** Marks a pattern that is tried where a clause begins. */
const atClause = '{at}';

const latin = [limits.en, others.de, others.fr, others.es].map(shapesOf);
const chinese = shapesOf(others.zh);
const japanese = shapesOf(others.ja);

/** Chooses the shapes by the script of a sentence, and among those in Latin letters by its words. */
export function shapesFor(sentence: string): readonly Shapes[] {
  if (/[\u3041-\u30ff]/u.test(sentence)) return [japanese];
  if (/[\u3400-\u9fff]/u.test(sentence)) return [chinese];
  return latin.filter(({ speaks }) => speaks.test(sentence));
}

function shapesOf(patterns: Patterns): Shapes {
  return {
    ...(Object.fromEntries(kinds.map((kind) => [kind, kindOf(patterns[kind])])) as Record<
      (typeof kinds)[number],
      Kind
    >),
    ...(Object.fromEntries(
      tests.map((test) => [test, new RegExp(fillParts(patterns[test]), 'iu')]),
    ) as Record<(typeof tests)[number], RegExp>),
  };
}

function kindOf(sources: readonly string[]): Kind {
  const alternatives = sources.flatMap(splitAlternatives);
  const join = (list: string[], flags: string) =>
    list.length === 0 ? null : new RegExp(list.map((one) => `(?:${fillParts(one)})`).join('|'), flags);
  return {
    ofClauses: join(
      alternatives.filter((one) => one.startsWith(atClause)).map((one) => one.slice(atClause.length)),
      'iuy',
    ),
    anywhere: join(
      alternatives.filter((one) => !one.startsWith(atClause)),
      'giu',
    ),
  };
}

/** Splits a pattern at the bars that stand in no group. */
function splitAlternatives(source: string): string[] {
  const alternatives = [''];
  let depth = 0;
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]\\]){0,80}\]|./gu)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) alternatives.push('');
    else alternatives[alternatives.length - 1] += token;
  }
  return alternatives;
}

/** Fills in the parts that a pattern names in braces. */
function fillParts(pattern: string): string {
  return pattern.replaceAll(/\{([a-zA-Z]{2,})\}/g, (found, name: string) => {
    const part = parts.get(name);
    return part === undefined ? found : fillParts(part);
  });
}
