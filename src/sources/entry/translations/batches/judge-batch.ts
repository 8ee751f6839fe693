import type { TranslationProblem } from '#schema/translations/translation.ts';
import { isErrorLike } from '#text/answers/error-like.ts';
import { isNonsense } from '#text/answers/judge-answer.ts';
import { isRepetitive } from '#text/answers/repetition.ts';
import { deniesSomething, isRefusal } from '#text/answers/wording.ts';
import { isUnchanged, isUntranslated, isWrongLanguage } from '#text/paragraphs/checks/check-paragraph.ts';
import { createFitTest, createMeaningTest, type Fit } from '#text/paragraphs/checks/fit-batch.ts';
import type { Languages } from '#text/paragraphs/checks/glossary.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import type { Item } from './plan-batches.ts';
import type { Pair } from './read-pairs.ts';

export interface Judgement {
  accepted: { item: Item; text: string }[];
  /** Items that were accepted before but turned out to be the text of another paragraph, or of two. */
  retracted: Item[];
}

interface BatchJudge {
  take(pairs: readonly Pair[]): Judgement;
  /** Called after the last pair. `isComplete` is true if the answer was not cut off. */
  end(isComplete: boolean): Judgement;
  /** The items without a translation, with the reason. */
  rest(): { item: Item; problem: TranslationProblem }[];
}

/** Shorter texts may be the same for two paragraphs. */
const leastRepeated = 25;

/**
 * Decides which pairs of an answer belong to their paragraphs. `stored` are the translations so far, by the key of
 * their paragraph; no text that is untranslated replaces one that is a translation.
 */
export function createBatchJudge(
  items: readonly Item[],
  languages: Languages,
  stored: ReadonlyMap<string, string> = new Map(),
): BatchJudge {
  const language = languages.target;
  const markups = items.map(({ markup }) => markup);
  const fit = createFitTest(markups);
  const meansOther = createMeaningTest(markups, languages);
  const texts = new Map<number, string>();
  const problems = new Map<number, TranslationProblem>();
  const answered = new Set<number>();
  const sure = new Set<number>();
  /** Accepted items since the last that surely fits its source. Nothing ties these to theirs. */
  let unsure: number[] = [];
  /** True after a text was found at the wrong paragraph, until one clearly belongs to its paragraph. */
  let isDoubtful = false;

  const itemAt = (index: number) => items[index] as Item;

  function retract(indexes: readonly number[]): Item[] {
    const taken = indexes.filter((index) => texts.has(index));
    for (const index of taken) {
      texts.delete(index);
      problems.set(index, 'misplaced');
    }
    return taken.map(itemAt);
  }

  function judge({ id, text }: Pair): Judgement {
    const index = Number(id) - 1;
    const item = items[index];
    if (item === undefined || answered.has(index)) return nothing;
    answered.add(index);
    const clean = cleanTarget(text, item.markup, id);
    // If a model leaves a single short text unchanged, that is probably right, as for the title of a film or a slogan.
    const isLeft = items.length > 1 && isUnchanged(item.markup, clean, language);
    const isWorse = isTranslated(item) && isUntranslated(item.markup, clean, language);
    const problem = isLeft || isWorse ? 'language' : problemOf(clean, item, language);
    if (problem !== null) {
      problems.set(index, problem);
      return nothing;
    }
    const kind = items.length === 1 ? 'own' : kindOf(index, clean);
    const twin = findTwin(index, clean);
    const isMerged = kind === 'both' && fit.isOverlong(index, clean, listTexts());
    if (kind === 'other' || twin !== null || isMerged) {
      problems.set(index, 'misplaced');
      const suspects = twin === null || sure.has(twin) ? unsure : [...unsure, twin];
      if (kind === 'other') isDoubtful = true;
      const retracted = retract(kind === 'other' || twin !== null ? suspects : []);
      unsure = [];
      return { accepted: [], retracted };
    }
    if (kind === 'own') {
      isDoubtful = false;
      unsure = [];
      sure.add(index);
    } else if (isDoubtful) {
      problems.set(index, 'misplaced');
      return nothing;
    } else unsure.push(index);
    texts.set(index, clean);
    problems.delete(index);
    return { accepted: [{ item, text: clean }], retracted: [] };
  }

  function isTranslated({ paragraph }: Item): boolean {
    const text = stored.get(paragraph.key);
    return text !== undefined && !isUntranslated(paragraph.markup, text, language);
  }

  /** Uses unmistakable features if there are any, otherwise the meaning of the text. */
  function kindOf(index: number, text: string): Fit {
    const kind = fit.fitOf(index, text);
    return kind === 'unknown' && meansOther(index, text) ? 'other' : kind;
  }

  /** Finds another paragraph with the same long text. */
  function findTwin(index: number, text: string): number | null {
    if (plainOf(text).length < leastRepeated) return null;
    for (const [other, known] of texts) {
      if (known === text && itemAt(other).markup !== itemAt(index).markup) return other;
    }
    return null;
  }

  function listTexts() {
    return Array.from(texts, ([index, text]) => ({ index, text }));
  }

  /** Finds texts that include the next paragraph, which is missing. */
  function findMerged(): number[] {
    return [...texts.keys()].filter((index) => {
      if (index + 1 >= items.length || texts.has(index + 1) || answered.has(index + 1)) return false;
      const text = texts.get(index) ?? '';
      return fit.fitOf(index, text) === 'both' || fit.isOverlong(index, text, listTexts());
    });
  }

  return {
    take: (pairs) => join(pairs.map(judge)),
    end(isComplete) {
      const merged = retract(findMerged());
      // If a complete answer ends too early, its texts may have moved up by one paragraph.
      const endsEarly = isComplete && !answered.has(items.length - 1) && answered.size > 0;
      const retracted = [...merged, ...(endsEarly ? retract(unsure) : [])];
      for (const index of items.keys()) {
        if (!texts.has(index) && !problems.has(index)) problems.set(index, 'missing');
      }
      return { accepted: [], retracted };
    },
    rest: () =>
      items.flatMap((item, index) => {
        const problem = problems.get(index);
        return texts.has(index) || problem === undefined ? [] : [{ item, problem }];
      }),
  };
}

const nothing: Judgement = { accepted: [], retracted: [] };

function join(judgements: readonly Judgement[]): Judgement {
  const retracted = judgements.flatMap((each) => each.retracted);
  const accepted = judgements.flatMap((each) => each.accepted);
  return { accepted: accepted.filter(({ item }) => !retracted.includes(item)), retracted };
}

function problemOf(text: string, { markup }: Item, language: string): TranslationProblem | null {
  if (!/[\p{L}\p{N}]/u.test(plainOf(text))) return 'missing';
  const source = plainOf(markup);
  if (isErrorLike(text) && !isErrorLike(source)) return 'refused';
  if (isRefusal(text) && !isRefusal(source) && !deniesSomething(source)) return 'refused';
  if (isNonsense(text, source) || (isRepetitive(text) && !isRepetitive(source))) return 'refused';
  return isWrongLanguage(markup, text, language) ? 'language' : null;
}

const tag = /<\/?[a-z][^<>]*>/giu;
/** Scripts and styles with their content, which is not text. */
const program = /<(script|style)(?:\s[^<>]*)?>[^<]*<\/\1\s*>/giu;
const references = new Map(
  Object.entries<string>({
    '&quot;': '"',
    '&#39;': "'",
    '&apos;': "'",
    '&nbsp;': ' ',
  }),
);

/**
 * Cleans a translation for storage: one line, without tags and references that the source does not have. Tags in the
 * source's text, as in an article about HTML, remain text.
 */
export function cleanTarget(text: string, source: string, id: string): string {
  const own = new Set(Array.from(source.matchAll(tag), ([found]) => found.toLowerCase()));
  const words = text
    .replace(program, (found, name: string) => (own.has(`<${name.toLowerCase()}>`) ? found : ''))
    .replace(tag, (found) => (own.has(found.toLowerCase()) ? found : ''))
    .replace(/&(?:quot|#39|apos|nbsp);/giu, (found) =>
      source.includes(found) ? found : (references.get(found.toLowerCase()) ?? found),
    )
    // Direction overrides could show the text in another order.
    .replace(/[\p{Cc}\u202a-\u202e\u2028\u2029\s]+/gu, ' ')
    .trim();
  // Some models repeat the number of the paragraph.
  const label = `${id}:`;
  return words.startsWith(label) && !source.startsWith(label) ? words.slice(label.length).trim() : words;
}
