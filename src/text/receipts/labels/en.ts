import { describeCounts, describeFinding, type GroundingCounts } from '#schema/runs/grounding.ts';
import type { ReceiptFinding, ReceiptVerdict } from '#schema/runs/receipt.ts';

/** The words that a receipt shows around the texts in it. */
export interface ReceiptLabels {
  /** The title of a summary whose source has none. */
  summaryTitle: string;
  receipt: string;
  sentences: string;
  /** The sign between a label and its value. */
  colon: string;
  parentheses: readonly [string, string];
  verdicts: Record<ReceiptVerdict, string>;
  /**
   * Describes how the summary was checked. `model` is undefined for rules alone, and null for a model with an unknown
   * name.
   */
  check(counts: GroundingCounts, model: string | null | undefined): string;
  /** Files of version 1 are compared with what their version showed. */
  checkInVersion1(
    sentences: number,
    having: (verdict: ReceiptVerdict) => number,
    model: string | null | undefined,
  ): string;
  source: string;
  url: string;
  hash: string;
  characters: string;
  summary: string;
  offlineModel: string;
  unknownModel: string;
  written(by: { writer: string; at: string; language: string | null }): string;
  byRules: string;
  /** `rules` is the verdict of the rules, if the model changed it. */
  byModel(model: string | null, rules: ReceiptVerdict | null): string;
  /** The reader decided. `rules` is the verdict of the rules. */
  byPerson(rules: ReceiptVerdict | null): string;
  /** Describes a finding; null means that nothing is wrong. */
  finding(finding: ReceiptFinding): string | null;
  reason: string;
  passage: string;
  closestPassage: string;
  closing: string;
}

const verdicts: ReceiptLabels['verdicts'] = {
  quoted: 'Quoted',
  confirmed: 'Confirmed',
  different: 'Different',
  'not-in-the-source': 'Not in the source',
  wrong: 'Wrong',
  'not-checked': 'Not checked',
  supported: 'Supported',
  contradicted: 'Contradicted',
  'not-found': 'Not found',
  undecided: 'Undecided',
};

const listed = ['contradicted', 'not-found', 'undecided'] as const;

function nameCheckers(model: string | null | undefined): string {
  return `Checked by rules${model === undefined ? '' : ` and by ${model ?? 'a model'}`}.`;
}

export const enLabels: ReceiptLabels = {
  summaryTitle: 'Summary',
  receipt: 'Receipt',
  sentences: 'Sentences',
  colon: ': ',
  parentheses: [' (', ')'],
  verdicts,
  check: (counts, model) => `${describeCounts(counts)}. ${nameCheckers(model)}`,
  checkInVersion1(sentences, having, model) {
    const counts = [
      `${having('supported')} of ${sentences} sentences supported`,
      ...listed.flatMap((verdict) => {
        const count = having(verdict);
        return count === 0 ? [] : [`${count} ${verdict.replace('-', ' ')}`];
      }),
    ];
    return `${counts.join(', ')}. ${nameCheckers(model)}`;
  },
  source: 'Source',
  url: 'URL',
  hash: 'SHA-256 of the source text',
  characters: 'Characters of the source text',
  summary: 'Summary',
  offlineModel: 'the offline model',
  unknownModel: 'an unknown model',
  written: ({ writer, at, language }) =>
    `by ${writer}, ${at}${language === null ? '' : `, language ${language}`}`,
  byRules: 'by rules',
  byModel(model, rules) {
    const alone = rules === null ? '' : `; by rules: ${verdicts[rules].toLowerCase()}`;
    return `by ${model ?? 'a model'}${alone}`;
  },
  byPerson: (rules) => `by the reader${rules === null ? '' : `; by rules: ${verdicts[rules].toLowerCase()}`}`,
  finding: describeFinding,
  reason: 'Reason',
  passage: 'Passage',
  closestPassage: 'Closest passage',
  closing: 'A receipt is not a signature. It can be checked again against the source: ',
};
