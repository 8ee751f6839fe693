import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import { bridge, usePanelBench } from './use-panel-bench.ts';

/** The article says 118 million; the other two sentences are beyond what rules can decide. */
export const told = {
  ferries: 'The city will run two electric ferries.',
  cost: 'Repair will cost an estimated 987 million crowns.',
  wait: 'Commuters brace themselves for a long wait.',
  worry: 'Traders on the quay worry about their takings.',
};
export const fixed = { cost: 'Repair will cost an estimated 118 million crowns.' };

export const summaryText = `${told.ferries} ${told.wait}\n\n- ${told.cost}\n- ${told.worry}`;

type Verdict = 'supported' | 'contradicted' | 'not-found' | 'undecided';

interface Told {
  verdict: Verdict;
  passages?: number[];
  wrong?: string;
  reason?: string;
}

/** Which of the three tasks a request is for. */
export function taskOf({ system }: ScriptedRequest): 'summary' | 'check' | 'claim' | 'repair' {
  if (system.includes('You correct sentences')) return 'repair';
  if (system.includes('You check a summary')) return 'check';
  return system.includes('whether the claim is supported') ? 'claim' : 'summary';
}

/** The sentences a checker is asked about, in the order of their numbers. */
export function askedOf({ prompt }: ScriptedRequest): string[] {
  const listed = /<sentences[^>]*>\n?(?<list>[\s\S]*?)<\/sentences/.exec(prompt)?.groups?.list ?? prompt;
  return [...listed.matchAll(/^\d+\. (?<text>.+?)(?: \(passages [\d, ]+\))?$/gm)].map(
    ({ groups }) => groups?.text ?? '',
  );
}

/** The answer of a checker, sentence by sentence as the opinions say. */
export function answerOf(request: ScriptedRequest, opinions: Record<string, Told>): string[] {
  const elements = askedOf(request).map((text, index) => {
    const found = Object.entries(opinions).find(([sentence]) => text.includes(sentence))?.[1];
    const { verdict, passages = [1], wrong = '', reason = '' } = found ?? { verdict: 'undecided' };
    return JSON.stringify({ number: index + 1, verdict, passages, wrong, reason });
  });
  return elements.map(
    (element, index) =>
      `${index === 0 ? '{"sentences":[' : ','}${element}${index === elements.length - 1 ? ']}' : ''}`,
  );
}

export { bridge, usePanelBench };
