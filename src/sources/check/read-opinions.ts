import { z } from 'zod';
import { parseJson } from '#schema/parse-json.ts';
import { type GroundingState, groundingStates } from '#schema/runs/grounding.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
import type { CheckSubject } from './plan-check.ts';

/** What a checker answers: all sentences in one list. */
export const checkAnswerSchema = z.object({
  sentences: z.array(
    z.object({
      number: z.int(),
      verdict: z.enum(groundingStates),
      /** Numbers of the passages that decide it. */
      passages: z.array(z.int()),
      /** The words of the sentence that are wrong; empty if none are. */
      wrong: z.string(),
      reason: z.string(),
    }),
  ),
});
type Told = z.infer<typeof checkAnswerSchema>['sentences'][number];

const maxReasonCharacters = 300;
const maxQuoteCharacters = 500;
const maxPassages = 3;

type Asked = Pick<CheckSubject, 'text' | 'passages' | 'sentences'> & { sourceText: string };

/** The opinions in a list of verdicts. Numbers that were not asked are ignored; of two for one sentence the graver holds. */
export function toOpinions(told: readonly Told[], asked: Asked): SentenceOpinion[] {
  const graver = told.toSorted((a, b) => graveness(b.verdict) - graveness(a.verdict));
  return asked.sentences.flatMap((_, index) => {
    const found = graver.find(({ number }) => number === index + 1);
    return found === undefined ? [] : [toOpinion(found, index, asked)];
  });
}

/** The sentences of a list that have arrived completely, while the rest of the answer is still on its way. */
export function readArrived(text: string): Told[] {
  const begun = parseJson(`${text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)}]}`);
  return checkAnswerSchema.safeParse(begun).data?.sentences ?? [];
}

/** One sentence's verdict. A tick or a contradiction needs a passage; without one it is no decision. */
export function toOpinion(told: Omit<Told, 'number'>, index: number, asked: Asked): SentenceOpinion {
  const { start, end } = asked.sentences[index] ?? { start: 0, end: 0 };
  const passages = [...new Set(told.passages)].flatMap((number) => asked.passages[number - 1] ?? []);
  const needsPassage = told.verdict === 'supported' || told.verdict === 'contradicted';
  const state = needsPassage && passages.length === 0 ? 'undecided' : told.verdict;
  const [first] = passages;
  const at = told.wrong.trim() === '' ? -1 : asked.text.slice(start, end).indexOf(told.wrong.trim());
  return {
    start,
    end,
    opinion: {
      state,
      reason: oneLine(told.reason, maxReasonCharacters),
      passages: passages.slice(0, maxPassages),
      quote:
        first === undefined
          ? ''
          : oneLine(asked.sourceText.slice(first.start, first.end), maxQuoteCharacters),
    },
    wrong: at === -1 ? null : { start: start + at, end: start + at + told.wrong.trim().length },
  };
}

function graveness(state: GroundingState): number {
  return ['supported', 'undecided', 'not-found', 'contradicted'].indexOf(state);
}

/** Without control and format characters, which could hide or reorder text. */
function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '');
  return cutCharacters(line.trim(), most);
}
