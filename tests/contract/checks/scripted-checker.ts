import type { OpinionState } from '#schema/runs/grounding.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';

interface Verdict {
  number: number;
  verdict: OpinionState;
  passages?: number[];
  wrong?: string;
  reason?: string;
}

/** Makes the answer of a checker. */
export const verdicts = (...told: Verdict[]): Reply => ({
  text: JSON.stringify({
    sentences: told.map((one) => ({ passages: [], wrong: '', reason: '', ...one })),
  }),
});

/** Makes the answer of a model that corrects sentences. */
export const fixed = (...sentences: { number: number; text: string }[]): Reply => ({
  text: JSON.stringify({ sentences }),
});

/** Finds the number of the passage that contains these words. */
export function passageOf({ prompt }: ScriptedRequest, words: string): number {
  const line = prompt.split('\n').find((each) => /^\[\d+\]/.test(each) && each.includes(words));
  return Number(/^\[(\d+)\]/.exec(line ?? '')?.[1] ?? 0);
}

/** Makes the answer of a checker that decides these sentences, and none of the others that it is asked about. */
export function decided(
  { prompt }: ScriptedRequest,
  told: Readonly<Record<string, Omit<Verdict, 'number'>>>,
): Reply {
  const [, asked = ''] = prompt.split('Sentences of the summary:');
  const sentences = [...asked.matchAll(/^(\d+)\. (.*?)(?: \(passages [\d, ]+\))?$/gm)];
  const verdictOf = new Map(Object.entries(told));
  return verdicts(
    ...sentences.map(([, number, text = '']) => ({
      number: Number(number),
      ...(verdictOf.get(text) ?? { verdict: 'undecided' as const }),
    })),
  );
}
