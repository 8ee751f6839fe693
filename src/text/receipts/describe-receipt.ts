import { describeCounts, describeFinding, oneLine } from '#schema/runs/describe-finding.ts';
import type { Receipt, ReceiptSentence } from '#schema/runs/receipt.ts';

/** What people read in a receipt, in its parts: a change is reported by the part it is in. */
export interface Piece {
  part: 'page' | 'title' | 'summary' | 'about' | 'text' | 'verdict' | 'reason' | 'finding' | 'passage';
  /** The index of the sentence it is about. */
  sentence: number | null;
  text: string;
}

export const verdictWords: Record<ReceiptSentence['verdict'], string> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  'not-found': 'Not found',
  undecided: 'Undecided',
};

/** How the whole was checked, in one line. */
export function describeCheck({ sentences, check }: Receipt): string {
  const having = (verdict: ReceiptSentence['verdict']) =>
    sentences.filter((sentence) => sentence.verdict === verdict).length;
  const counts = describeCounts({
    sentences: sentences.length,
    supported: having('supported'),
    contradicted: having('contradicted'),
    notFound: having('not-found'),
    undecided: having('undecided'),
  });
  const checker = check.by === 'rules' ? '' : ` and by ${check.model ?? 'a model'}`;
  return `${counts}. Checked by rules${checker}.`;
}

export interface Fact {
  label: string;
  value: string;
  /** An identifier, to be shown as it is. */
  isCode: boolean;
}

export function listFacts({ source, summary }: Receipt): Fact[] {
  const writer = summary.model === 'offline' ? 'the offline model' : (summary.model ?? 'an unknown model');
  const language = summary.language === null ? '' : `, language ${summary.language}`;
  return [
    ...(source.title === null ? [] : [{ label: 'Source', value: oneLine(source.title), isCode: false }]),
    ...(source.url === null ? [] : [{ label: 'URL', value: oneLine(source.url), isCode: true }]),
    { label: 'SHA-256 of the source text', value: source.sha256, isCode: true },
    { label: 'Characters of the source text', value: String(source.characters), isCode: false },
    {
      label: 'Summary',
      value: `by ${oneLine(writer)}, ${summary.madeAt}${oneLine(language)}`,
      isCode: false,
    },
  ];
}

/** Who decided. */
export function describeDecision({ check }: Receipt, { decidedBy, rules }: ReceiptSentence): string {
  if (decidedBy === 'rules') return 'by rules';
  const alone = rules === null ? '' : `; by rules: ${verdictWords[rules].toLowerCase()}`;
  return `by ${oneLine(check.model ?? 'a model')}${alone}`;
}

/** One line for each; without what is no finding. */
export function listFindings({ findings }: ReceiptSentence): string[] {
  return findings.flatMap((finding) => describeFinding(finding) ?? []);
}

export function passageLabel({ verdict }: ReceiptSentence): string {
  return verdict === 'supported' ? 'Passage' : 'Closest passage';
}

export const closingWords = 'A receipt is not a signature. It can be checked again against the source:';

export function verifyCommand({ source }: Receipt): string {
  return source.url === null ? 'precis verify FILE --source SOURCE' : 'precis verify FILE';
}
