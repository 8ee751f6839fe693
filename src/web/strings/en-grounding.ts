import type { GroundedSentence, GroundingCounts, GroundingFlag } from '#schema/grounding.ts';
import type { Formats } from './formats.ts';

/** What the flags of a summary have in common; null where they differ. */
export interface Doubts {
  count: number;
  kind: GroundingFlag['kind'] | null;
  reason: GroundingFlag['reason'] | null;
}

/** The words of the check against the source. */
export function enGrounding(format: Formats) {
  const missing: Record<GroundingFlag['kind'], { one: string; other: string }> = {
    number: { one: '# number not found', other: '# numbers not found' },
    date: { one: '# date not found', other: '# dates not found' },
    name: { one: '# name not found', other: '# names not found' },
    quote: { one: '# quotation not found', other: '# quotations not found' },
    term: { one: '# word not found', other: '# words not found' },
    negation: { one: '# statement not found', other: '# statements not found' },
    unit: { one: '# unit not found', other: '# units not found' },
    currency: { one: '# currency not found', other: '# currencies not found' },
    polarity: { one: '# statement not found', other: '# statements not found' },
    quantifier: { one: '# statement not found', other: '# statements not found' },
    hedge: { one: '# statement not found', other: '# statements not found' },
    comparison: { one: '# statement not found', other: '# statements not found' },
    order: { one: '# statement not found', other: '# statements not found' },
    condition: { one: '# statement not found', other: '# statements not found' },
    role: { one: '# statement not found', other: '# statements not found' },
    opposite: { one: '# statement not found', other: '# statements not found' },
  };

  return {
    sentences: 'Sentences: arrow keys go from one to the next, Enter shows the passage in the article',
    sentence: 'Check of this sentence',
    state: {
      supported: 'Supported by the article',
      'not-verifiable': 'Not verifiable: paraphrased or in another language',
      unsupported: 'Not borne out by the article',
    } satisfies Record<GroundedSentence['state'], string>,
    flag: (reason: GroundingFlag['reason'], detail: string) =>
      ({
        missing: `“${detail}” is not in the article`,
        elsewhere: `“${detail}” is in the article, but about something else`,
        reversed: `“${detail}”: the article says the opposite`,
      })[reason],
    fromArticle: 'From the article',
    closest: 'Closest in the article',
    showPassage: 'Show it in the article',
    shown: 'The passage is marked in the article.',
    notFound: 'This passage could not be found in the article as it is shown.',
    changed: 'The article has changed since, so its passages are not shown.',
    changedSince: 'The article has changed since this check.',

    check: 'Check against the article',
    line: ({ sentences, supported, notVerifiable }: GroundingCounts) =>
      notVerifiable === sentences
        ? 'Not verifiable'
        : `${format.number(supported)} of ${format.number(sentences)} supported`,
    doubts: ({ count, kind, reason }: Doubts) => {
      if (reason === 'missing' && kind !== null) return format.plural(count, missing[kind]);
      if (reason === 'elsewhere')
        return format.plural(count, { one: '# detail out of place', other: '# details out of place' });
      if (reason === 'reversed')
        return format.plural(count, { one: '# statement reversed', other: '# statements reversed' });
      return format.plural(count, { one: '# detail in doubt', other: '# details in doubt' });
    },
    and: ', ',
    counts: {
      supported: (count: number) =>
        format.plural(count, { one: '# sentence supported', other: '# sentences supported' }),
      'not-verifiable': (count: number) =>
        format.plural(count, {
          one: '# sentence not verifiable: paraphrased or in another language',
          other: '# sentences not verifiable: paraphrased or in another language',
        }),
      unsupported: (count: number) =>
        format.plural(count, {
          one: '# sentence with a detail in doubt:',
          other: '# sentences with a detail in doubt:',
        }),
    } satisfies Record<GroundedSentence['state'], (count: number) => string>,
  };
}
