import { createHash } from 'node:crypto';
import type { OpinionState } from '#schema/runs/grounding.ts';

export interface Verdict {
  number: number;
  verdict: OpinionState;
  passages: number[];
  wrong: string;
  reason: string;
}

/** What a checker is asked about: a sentence, the passages named with it, and how many there are. */
export interface AskedSentence {
  text: string;
  hints: number[];
  passageCount: number;
}

/** How a scripted checker departs from one without fault. */
export interface Manner {
  /** Changes a verdict that is right. */
  bend(right: Verdict, asked: AskedSentence): Verdict;
  /** Writes the answer to a request for all sentences. */
  write(verdicts: readonly Verdict[], sentences: readonly string[]): string;
  /** Writes the answer to a request about one sentence. */
  writeOne(verdict: Verdict): string;
}

const plain: Manner = {
  bend: (right) => right,
  write: (sentences) => JSON.stringify({ sentences }),
  writeOne: ({ verdict }) => (verdict === 'supported' ? 'Yes' : 'No'),
};

/** The opposite of a verdict, with a passage of the source that is about the sentence. */
function lie(right: Verdict, { hints }: AskedSentence): Verdict {
  const verdict = right.verdict === 'supported' ? 'contradicted' : 'supported';
  return { ...right, verdict, passages: hints.slice(0, 1), wrong: '', reason: '' };
}

const byLetters = (text: string, ways: number): number =>
  createHash('sha256').update(text).digest().readUInt16BE() % ways;

type Write = Manner['write'];
const list = (change: (one: Verdict, at: number) => object): Write => {
  return (verdicts) => JSON.stringify({ sentences: verdicts.map(change) });
};
const words = {
  supported: 'Yes.',
  contradicted: 'Contradicts',
  'not-found': 'Not supported',
  undecided: 'Yes and no',
};
const noNumber = ({ number: _number, ...rest }: Verdict): object => rest;

/** Ten forms in which small models write what they were asked to write as one JSON object. */
const badForms: readonly Write[] = [
  (verdicts) => `Sure! {Here it is}:\n\`\`\`json\n${JSON.stringify({ sentences: verdicts })}\n\`\`\`\nDone.`,
  list((one) => ({ ...one, verdict: one.verdict.toUpperCase() })),
  list((one) => ({ ...one, number: `${one.number}`, passages: one.passages.map(String) })),
  list((one) => ({ ...one, number: `S${one.number}`, passages: one.passages.map((at) => `[${at}]`) })),
  list(({ number, verdict, passages, ...rest }) => ({
    Index: `#${number}`,
    Label: verdict,
    Passages: passages,
    ...rest,
  })),
  list((one) => ({ ...one, verdict: words[one.verdict] })),
  (verdicts) => verdicts.map((one) => JSON.stringify(one)).join('\n'),
  (verdicts, sentences) =>
    JSON.stringify(verdicts.map((one, at) => ({ sentence: sentences[at], ...noNumber(one) }))),
  list((one) => ({ ...one, number: one.number - 1 })),
  (verdicts) => verdicts.map(({ number, verdict }) => `Sentence ${number} is ${verdict}.`).join(' '),
];
const badWords = ['YES', 'yes.', '**Yes**', 'Yes, it is.', 'True'];

export const manners = {
  right: plain,
  ninety: { ...plain, bend: (right, asked) => (byLetters(asked.text, 10) === 0 ? lie(right, asked) : right) },
  'self-serving': {
    ...plain,
    bend: (right, { passageCount }) => ({
      ...right,
      verdict: 'supported',
      passages: [((right.number - 1) % passageCount) + 1],
      wrong: '',
      reason: '',
    }),
  },
  lying: { ...plain, bend: lie },
  formats: {
    ...plain,
    write: (verdicts, sentences) =>
      badForms[byLetters(sentences.join(' '), badForms.length)]?.(verdicts, sentences) ?? '',
    writeOne: ({ verdict, number }) =>
      verdict === 'supported' ? (badWords[number % badWords.length] ?? '') : 'NO.',
  },
} as const satisfies Record<string, Manner>;
export type MannerName = keyof typeof manners;
